export interface Visit {
  readonly url: string;
  readonly hash: string;
  /**
   * Effect on the history. `none` refreshes the shown page. `traverse` means that the browser has
   * already gone to the entry.
   */
  readonly entry: 'push' | 'replace' | 'none' | 'traverse';
  readonly stay?: number | undefined;
  readonly isFresh?: boolean | undefined;
  /** True when the visitor does not wait. The shown page stays when such a visit fails. */
  readonly isBackground?: boolean;
  readonly redirects?: number;
  readonly scroll?: boolean | undefined;
  readonly source?: unknown;
  /**
   * Called when the page is shown or dropped. Only actions and live refreshes set this, and their
   * visits do not ask about unsaved input.
   */
  readonly onEnd?: (() => void) | undefined;
  /** Aborted when another visit replaces this one, and when the visitor leaves its page. */
  readonly controller: AbortController;
}

export function createVisit(visit: Pick<Visit, 'url' | 'hash' | 'entry'> & Partial<Visit>): Visit {
  return { ...visit, controller: new AbortController() };
}

export function isAtEntry({ entry }: Visit): boolean {
  return entry === 'traverse' || entry === 'none';
}
