/**
 * How much is loaded ahead of a link.
 *
 * - `auto` loads the shape and the layouts of its page while the link is in view.
 * - `full` also loads the page's data.
 * - `intent` is `auto` in view and `full` while hovered. Long lists use it, because a hundred
 *   rows with `full` load a hundred pages.
 * - `none` loads nothing.
 */
export type PrefetchKind = 'auto' | 'intent' | 'full' | 'none';

/**
 * A request to load a page ahead, from a link or from `router.prefetch`. Several requests may name
 * the same page.
 */
export interface PrefetchRequest {
  readonly url: string;
  readonly kind: PrefetchKind;
  /**
   * A key shared by addresses with the same layouts. Empty where there is no page, and absent until
   * looked up.
   */
  shape?: string;
  /**
   * Called once when the prefetched page is invalidated or has become too old to show. Links set
   * none.
   */
  onInvalid?: (() => void) | undefined;
  /** True when the page is in the cache and `onInvalid` has not been called yet. */
  isHeld?: boolean;
}
