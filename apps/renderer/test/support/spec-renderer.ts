import { findFreePorts } from '../../../../test/support/free-ports.ts';
import { PasswordHasher } from '../../src/features/people/accounts/index.ts';
import { toPass } from '../../../../test/support/set-up-pass.ts';
import { startProduct } from '../platform/harness/index.ts';
import type { StartedProduct } from '../platform/harness/index.ts';

export interface SpecRenderer extends StartedProduct {
  /**
   * Header of a browser that has opened the printed set-up link, for reading while Errata has no
   * owner.
   */
  readonly pass: { readonly Cookie: string };
}

/**
 * Starts a renderer on a fresh SQLite folder, with the built views. No relay listens at its
 * address.
 */
export async function startSpecRenderer(
  variables: Readonly<Record<string, string>> = {},
): Promise<SpecRenderer> {
  const started = await startProduct(variables);
  hashCheaply(started);
  return { ...started, pass: toPass((started.product.notices ?? []).join('\n')) };
}

/** Starts a renderer by `start`, which listens at a port of its own. `origin` is its address. */
export async function startListening<Started extends SpecRenderer>(
  start: (variables: Readonly<Record<string, string>>) => Promise<Started>,
  variables: Readonly<Record<string, string>> = {},
): Promise<Started & { readonly origin: string }> {
  const [port = 0] = await findFreePorts(1);
  const started = await start({ PORT: String(port), ...variables });
  await started.listen();
  return { ...started, origin: `http://localhost:${port}` };
}

/** A hash costs a twentieth of a second in production, which `password-hasher.spec.ts` holds. */
function hashCheaply({ app }: StartedProduct): void {
  const cheap = new PasswordHasher({ memoryKib: 64, passes: 1 });
  const hasher = app.get(PasswordHasher, { strict: false });
  for (const name of ['hash', 'verify', 'isOutdated'] as const) {
    Object.assign(hasher, { [name]: cheap[name].bind(cheap) });
  }
}
