export interface NavigatorPrefetch {
  /**
   * Aborts prefetches of other pages, and starts none until `resume`, because a visitor waits for
   * this page. Resolves when the prefetch of this page has ended. Returns undefined when this page
   * has no prefetch under way.
   */
  hold(url: string): Promise<unknown> | undefined;
  resume(): void;
  renew(): void;
}
