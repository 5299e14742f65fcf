/** What a visit, and what it changes, asks of prefetching. */
export interface NavigatorPrefetch {
  /**
   * A visitor waits for the page at this address: what is on its way for others is given up, and nothing
   * starts until `resume`. Resolves when its own data is there, or will not be; undefined when it was not
   * on its way.
   */
  hold(url: string): Promise<unknown> | undefined;
  /** Nobody waits any longer. */
  resume(): void;
  /** Something has been invalidated. */
  renew(): void;
}
