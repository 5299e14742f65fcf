import type { FieldErrors } from './field-errors.ts';
import type { Flash } from './flash.ts';

/** A reader of another version makes a full navigation. */
export const pageDataVersion = 1;

export const pageDataType = 'application/x-ndjson';

export interface Head {
  readonly title?: string;
  /** Keeps search engines out. Set on every outcome page. */
  readonly noindex?: boolean;
  /**
   * Other elements as HTML, by kind. A document has each kind once. Every element has the attribute
   * `data-head`.
   */
  readonly elements?: Readonly<Record<string, string>>;
}

/** One link of a page's chain: a layout, or the page itself, which is last. */
export interface SegmentData {
  /** Equal keys mean equal content. Percent-encoded ASCII, at most 256 characters. */
  readonly key: string;
  /** View that renders `data`: `<feature>/<view>.page` or `<feature>/<view>.layout`. */
  readonly view: string;
  /** Empty when `data` is left out. */
  readonly head: Head;
  /** Tags by which an action has the segment loaded again. Empty when `data` is left out. */
  readonly tags: readonly string[];
  /**
   * Result of the loader, without deferred data. Left out when the client holds the segment or
   * asked for less.
   */
  readonly data?: unknown;
  /** Names of data that settles later, each in a `DeferredDatum` of its own. */
  readonly deferred?: readonly string[];
}

/** Line 1 of a page-data answer; in a document, part of the hydration payload. */
export interface PageData {
  readonly v: typeof pageDataVersion;
  readonly build: string;
  /** Canonical address: path and query within the base path. */
  readonly url: string;
  /** HTTP status: 200, or that of the outcome in the last segment. */
  readonly status: number;
  /** Address to go to instead of showing anything: another origin, or one with a fragment. */
  readonly location?: string;
  /** Age from which the page is shown and refreshed behind it. */
  readonly staleMs: number;
  /** Outermost first. The page, or the outcome in its place, is last. Empty with `location`. */
  readonly segments: readonly SegmentData[];
  /**
   * Set by an action: tags of what it changed, on any page. Absent when the action named none,
   * which means everything.
   */
  readonly invalidated?: readonly string[];
  /** Set by an action that ran: its return value, null for none. */
  readonly result?: unknown;
  /** Set by an action that did not run. `segments` is empty. */
  readonly errors?: FieldErrors;
  readonly flash?: Flash;
}

/** Replaces a datum that failed, does not exist, or redirects (303, 307, 308). */
export interface DeferredOutcome {
  readonly status: number;
  readonly view: string;
  readonly data: unknown;
}

export type DeferredDatum = {
  readonly segment: number;
  readonly name: string;
} & ({ readonly data: unknown } | { readonly outcome: DeferredOutcome });

/**
 * The only line of an answer (status 409) to a client of another build, which makes one full
 * navigation.
 */
export interface BuildConflict {
  readonly build: string;
  readonly url: string;
}
