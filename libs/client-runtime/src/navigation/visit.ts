export interface Visit {
  readonly url: string;
  /** Begins with `#`, or is empty. */
  readonly hash: string;
  /**
   * Effect on the history. `none` refreshes the shown page, and `traverse` is already at its entry.
   */
  readonly entry: 'push' | 'replace' | 'none' | 'traverse';
  readonly stay?: number | undefined;
  /** True when held data may not be shown. */
  readonly isFresh?: boolean;
  /** True when the visitor does not wait. The shown page stays when such a visit fails. */
  readonly isBackground?: boolean;
  readonly redirects?: number;
  readonly scroll?: boolean | undefined;
  readonly source?: unknown;
  /**
   * Called when the page is shown, or will not be. Set for the result of an action, which asks
   * nothing about unsaved input.
   */
  readonly onEnd?: (() => void) | undefined;
  /** Aborted when another visit replaces this one, and when its page is left. */
  readonly controller: AbortController;
}

export function createVisit(visit: Pick<Visit, 'url' | 'hash' | 'entry'> & Partial<Visit>): Visit {
  return { ...visit, controller: new AbortController() };
}

/** Returns true when the history entry exists already. Other code may have changed its address. */
export function isAtEntry({ entry }: Visit): boolean {
  return entry === 'traverse' || entry === 'none';
}
