/**
 * How much is loaded before the visitor follows a link.
 *
 * - `auto` loads the shape and the layouts of its page while the link is in view.
 * - `full` also loads the page's data.
 * - `intent` is `auto` in view and `full` while hovered. Long lists use it, because a hundred
 *   rows with `full` load a hundred pages.
 * - `hover` loads nothing in view, and is `full` while hovered, focused or touched. Links that stand on
 *   every page use it.
 * - `none` loads nothing.
 */
export type PrefetchKind = 'auto' | 'intent' | 'full' | 'hover' | 'none';

/**
 * A request to load a page ahead, from a link or from `router.prefetch`. Several requests may name
 * the same page.
 */
export interface PrefetchRequest {
  readonly url: string;
  readonly kind: PrefetchKind;
  /**
   * Key that all addresses with the same layouts share. Empty when the address has no page, and
   * absent before the first lookup.
   */
  shape?: string;
  /**
   * Called once when the prefetched page is invalidated or has become too old to show. Links do not
   * set this.
   */
  onInvalid?: (() => void) | undefined;
  /** True when everything that the request loads is in the cache. */
  isHeld?: boolean;
}
