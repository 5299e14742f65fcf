import type { Router } from '#client-runtime';
import type { EarlyErrors } from './early-errors.ts';

/** Exports of a feature's `browser/when-idle.ts`, which runs in the browser besides the views. */
export interface ProductPart {
  /**
   * Called once the page has loaded and the browser is idle. Hydration may still be running.
   *
   * @param boot value that `Product.boot` returned for the page
   * @param errors uncaught errors of the page so far; call `handTo` or `release`
   * @param router resolves with undefined, or rejects, when hydration fails
   */
  readonly start: (boot: unknown, errors: EarlyErrors, router: Promise<Router | undefined>) => void;
}

/**
 * Loads and starts all parts, unless `boot` is undefined. Calls `errors.release()` when no part
 * starts.
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
    // A deployment may have removed the files of the parts. The page works without them.
    errors.release();
  }
}
