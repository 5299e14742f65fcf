import type { Router } from '#client-runtime';
import type { EarlyErrors } from './early-errors.ts';

/**
 * Exports of a feature's `browser/when-idle.ts`: code that a product runs in the browser beside its
 * views.
 */
export interface ProductPart {
  /**
   * Called once the page has loaded and the browser is idle; hydration may still be running.
   *
   * @param boot value that `Product.boot` returned for the page
   * @param errors errors that the page has thrown so far; held until they are handed over or
   *   released
   * @param router router of the page; undefined, or a rejection, when hydration fails
   */
  readonly start: (boot: unknown, errors: EarlyErrors, router: Promise<Router | undefined>) => void;
}

/**
 * Loads and starts all parts, unless `boot` is undefined. Releases `errors` when no part starts,
 * because nobody will take them.
 */
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
    // The page works without its parts; a deploy may have removed their code.
    errors.release();
  }
}
