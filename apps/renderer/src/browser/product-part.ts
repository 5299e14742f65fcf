import type { Router } from '#client-runtime';
import type { EarlyErrors } from './early-errors.ts';

/** The exports of a feature's `browser/when-idle.ts`: code that a product runs in the browser beside its views. */
export interface ProductPart {
  /**
   * Called once the page is alive and the browser is idle.
   *
   * @param boot what `Product.boot` says of the page
   * @param errors what the page has thrown so far; kept until they are handed over or released
   * @param router of the page; undefined, or a rejection, where it does not come alive
   */
  readonly start: (boot: unknown, errors: EarlyErrors, router: Promise<Router | undefined>) => void;
}

/** Loads and starts all parts, unless `boot` is undefined. Without any, nobody will ask for the errors. */
export async function startProductParts(
  parts: readonly (() => Promise<ProductPart>)[],
  boot: unknown,
  errors: EarlyErrors,
  router: Promise<Router | undefined>,
): Promise<void> {
  if (parts.length === 0 || boot === undefined) {
    errors.release();
    return;
  }
  try {
    const loaded = await Promise.all(parts.map((load) => load()));
    for (const { start } of loaded) start(boot, errors, router);
  } catch {
    // A page does without; its code may be gone after a deploy.
    errors.release();
  }
}
