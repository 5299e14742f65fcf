import type { FieldErrors } from './field-errors.ts';
import type { Flash } from './flash.ts';

/**
 * Version of the format. A client of another version makes a full navigation instead of reading the
 * data.
 */
export const pageDataVersion = 1;

export const pageDataType = 'application/x-ndjson';

/** A title that the application's name does not follow. */
export interface AbsoluteTitle {
  readonly absolute: string;
}

export interface Head {
  readonly title?: string | AbsoluteTitle;
  /** Language of the document, as in HTML: `de`, `pt-BR`. `en` when no segment names one. */
  readonly lang?: string;
  /**
   * True when search engines must not index the page. Every page of an outcome (such as "not
   * found") sets this field.
   */
  readonly noindex?: boolean;
  /**
   * Further elements as HTML, by kind. A document has each kind once. Every element has the
   * attribute `data-head`.
   */
  readonly elements?: Readonly<Record<string, string>>;
}

/** A layout, or the page itself, which comes last. */
export interface SegmentData {
  /** Segments with equal keys have equal content. Percent-encoded ASCII, at most 256 characters. */
  readonly key: string;
  /** View that renders `data`: `<feature>/<view>.page` or `<feature>/<view>.layout`. */
  readonly view: string;
  /** Empty when the segment comes without `data`. */
  readonly head: Head;
  /**
   * Tags that an action can invalidate, so that the segment is loaded again. Empty when the segment
   * comes without `data`.
   */
  readonly tags: readonly string[];
  /**
   * Result of the loader, without deferred data. Absent when the client already holds the segment,
   * or did not ask for its data.
   */
  readonly data?: unknown;
  /** Names of deferred data. Each follows as a separate `DeferredDatum`. */
  readonly deferred?: readonly string[];
}

/** The first line of a page-data answer. A document contains it in its payload. */
export interface PageData {
  readonly v: typeof pageDataVersion;
  readonly build: string;
  /** Canonical address of the page: path and query, without the base path. */
  readonly url: string;
  readonly status: number;
  /**
   * Address to which the client must go instead of showing anything: an address with another
   * origin, or with a fragment.
   */
  readonly location?: string;
  /** Age in milliseconds from which the page is still shown, but refreshed in the background. */
  readonly staleMs: number;
  /**
   * Layouts from the outermost, then the page, or an outcome in place of the page. Empty when
   * `location` is set.
   */
  readonly segments: readonly SegmentData[];
  /**
   * Set after an action: tags of the data that it changed, on any page. Absent when the action
   * named no tags; all data counts as changed in that case.
   */
  readonly invalidated?: readonly string[];
  /** Set after an action that ran: its return value, or null when it returned nothing. */
  readonly result?: unknown;
  /** True when the result cannot be loaded again, so no reload may replace it. */
  readonly isOnce?: boolean | undefined;
  /** Set after an action that did not run: what is wrong, by field. `segments` is empty. */
  readonly errors?: FieldErrors;
  readonly flash?: Flash;
}

/** Replaces a deferred datum that failed, does not exist, or redirects (303, 307, 308). */
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
 * The only line of an answer with status 409. The client belongs to another build, or only a
 * document can have its session checked. The client makes one full navigation.
 */
export interface BuildConflict {
  readonly build: string;
  readonly url: string;
}
