import type { FieldErrors } from './field-errors.ts';
import type { Flash } from './flash.ts';

/** Version of the page-data format. A reader that knows another one makes a full navigation. */
export const pageDataVersion = 1;

/** Content type of a page-data answer: one JSON value a line. */
export const pageDataType = 'application/x-ndjson';

/** What a segment adds to the document's head. The client merges heads, outermost first. */
export interface Head {
  readonly title?: string;
  /** Kept out of search engines: set on every outcome page. */
  readonly noindex?: boolean;
  /** Whatever else stands there, as HTML, by what it is: each thing stands there once. Every element has the attribute `data-head`. */
  readonly elements?: Readonly<Record<string, string>>;
}

/** One link of a page's chain: a layout, or the page itself as the last. */
export interface SegmentData {
  /** Same key, same content identity. Percent-encoded ASCII, at most 256 characters. */
  readonly key: string;
  /** Name of the view that renders `data`: `<feature>/<view>.page` or `<feature>/<view>.layout`. */
  readonly view: string;
  /** Empty when `data` is left out. */
  readonly head: Head;
  /** What an action names to have the segment loaded again. Empty when `data` is left out. */
  readonly tags: readonly string[];
  /** What the loader returned, without what is deferred. Left out when the client holds the segment or asked for less. */
  readonly data?: unknown;
  /** Names of the data that settle later, each in a `DeferredDatum` of its own. Absent when there are none. */
  readonly deferred?: readonly string[];
}

/** Line 1 of a page-data answer; in a document, part of the hydration payload. */
export interface PageData {
  readonly v: typeof pageDataVersion;
  /** Hash of the build output that made the answer. */
  readonly build: string;
  /** Canonical address: path and query within the application's base path. */
  readonly url: string;
  /** The answer's HTTP status: 200, or that of the outcome which the last segment shows. */
  readonly status: number;
  /** Address to go to instead of showing anything: another origin, or one with a fragment. */
  readonly location?: string;
  /** Age, in milliseconds, from which this page is shown and refreshed behind. */
  readonly staleMs: number;
  /** Outermost first; the page, or the outcome in its place, is the last. Empty with `location`. */
  readonly segments: readonly SegmentData[];
  /** Of an action: tags of what it changed, on whatever page. Absent when it said none: everything. */
  readonly invalidated?: readonly string[];
  /** Of an action that was done: what it returned; null for nothing. */
  readonly result?: unknown;
  /** Of an action that did not run: what is wrong with its fields; `segments` is empty then. */
  readonly errors?: FieldErrors;
  /** What was done before, by the action that answers or by the one that led here; told once. */
  readonly flash?: Flash;
}

/** Stands in place of a datum that failed, turned out not to be there, or leads elsewhere (303, 307, 308). */
export interface DeferredOutcome {
  readonly status: number;
  /** Name of the view that says so, and its props. */
  readonly view: string;
  readonly data: unknown;
}

/** A line after the first: one deferred datum, as it settled. */
export type DeferredDatum = {
  /** Index of its segment in line 1. */
  readonly segment: number;
  /** Name of the datum in that segment's data. */
  readonly name: string;
} & ({ readonly data: unknown } | { readonly outcome: DeferredOutcome });

/** Line 1, and the only one, to a client of another build: it makes one full navigation (status 409). */
export interface BuildConflict {
  readonly build: string;
  readonly url: string;
}
