import { toPass } from '../../../../test/support/set-up-pass.ts';
import { startProduct } from '../platform/harness/index.ts';
import type { StartedProduct } from '../platform/harness/index.ts';

export interface SpecRenderer extends StartedProduct {
  /** The header by which somebody reads it while nobody owns it: opened the link that its start printed. */
  readonly pass: { readonly Cookie: string };
}

/** A renderer on a fresh SQLite folder, with the built views; nobody listens at its relay's address. */
export async function startSpecRenderer(
  variables: Readonly<Record<string, string>> = {},
): Promise<SpecRenderer> {
  const started = await startProduct(variables);
  return { ...started, pass: toPass((started.product.notices ?? []).join('\n')) };
}
