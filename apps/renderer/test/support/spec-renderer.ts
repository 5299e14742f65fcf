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

/** A hash costs a twentieth of a second in production, which `password-hasher.spec.ts` holds. */
function hashCheaply({ app }: StartedProduct): void {
  const cheap = new PasswordHasher({ memoryKib: 64, passes: 1 });
  const hasher = app.get(PasswordHasher, { strict: false });
  for (const name of ['hash', 'verify', 'isOutdated'] as const) {
    Object.assign(hasher, { [name]: cheap[name].bind(cheap) });
  }
}
