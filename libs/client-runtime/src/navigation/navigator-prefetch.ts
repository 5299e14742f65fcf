export interface NavigatorPrefetch {
  /**
   * Aborts other prefetches, and starts none until `resume`, because a visitor waits for this page.
   * Resolves when the prefetch of this page has ended. Returns undefined when none was under way.
   */
  hold(url: string): Promise<unknown> | undefined;
  resume(): void;
  renew(): void;
}
