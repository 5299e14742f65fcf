/** One way to one page: from the click to the page that is shown. */
export interface Visit {
  /** Path and query within the application. */
  readonly url: string;
  /** With the `#`; empty without one. */
  readonly hash: string;
  /** What becomes of the history: `none` refreshes what is shown, `traverse` is at its entry already. */
  readonly entry: 'push' | 'replace' | 'none' | 'traverse';
  /** Of the entry that is traversed to, where this document has shown it. */
  readonly stay?: number | undefined;
  /** Nothing that is held will do. */
  readonly isFresh?: boolean;
  /** Nobody waits for it: where it does not lead to a page, all stays as it is. */
  readonly isBehind?: boolean;
  /** Addresses that it has been sent on from. */
  readonly redirects?: number;
  /** Absent: it is scrolled to. */
  readonly scroll?: boolean | undefined;
  readonly source?: unknown;
  /** Of what an action led to, which nobody is asked about: called when it is shown, or will not be. */
  readonly onEnd?: (() => void) | undefined;
  /** Aborted when another visit takes its place, and when its page is left. */
  readonly controller: AbortController;
}

export function createVisit(visit: Pick<Visit, 'url' | 'hash' | 'entry'> & Partial<Visit>): Visit {
  return { ...visit, controller: new AbortController() };
}

/** Its history entry is there already. Other code may have given that an address of its own. */
export function isAtEntry({ entry }: Visit): boolean {
  return entry === 'traverse' || entry === 'none';
}
