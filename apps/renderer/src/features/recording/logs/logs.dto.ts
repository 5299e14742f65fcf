import type { Address, EventLevel, FilterField, LogSeverity, LogValue } from '#shared';
import type { LogBuckets, LogFacet } from '#product/recording/logs/rules';

export interface LogRow {
  /** The log's name in its address. Equal for the same log whenever the page is loaded. */
  readonly key: string;
  readonly atMs: number;
  readonly level: EventLevel;
  readonly body: string;
  /** The facts that tell the logs of the page best apart. Absent when there are none. */
  readonly facts?: string;
  /** An issue with an error of the same trace. */
  readonly issue?: { readonly href: Address; readonly shortId: string };
}

/** All of a log, for its own page and for the row that was opened. */
export interface LogDetails {
  readonly atMs: number;
  readonly severity: LogSeverity;
  readonly level: EventLevel;
  readonly body: string;
  /** Slug of the project. Absent when the reader sees only one. */
  readonly project?: string;
  readonly release?: string;
  readonly environment?: string;
  readonly server?: string;
  readonly traceId?: string;
  /** Attributes that the application set. */
  readonly attributes: Readonly<Record<string, LogValue>>;
  /** Attributes in which the SDK tells about itself. Absent when there are none. */
  readonly ofSdk?: Readonly<Record<string, LogValue>>;
  /** Attributes that a search by their name does not find. Absent when there are none. */
  readonly shadowed?: readonly string[];
}

export interface LogHistogram extends LogBuckets {
  /** Logs by bucket. Errors include fatal ones. */
  readonly errors: readonly number[];
  readonly warnings: readonly number[];
  readonly others: readonly number[];
  /** Earlier buckets are empty because their logs were not counted. Absent when all were. */
  readonly countedFromMs?: number;
}

export interface LogFacetCounts {
  readonly facet: LogFacet;
  /** The values that most logs have. */
  readonly values: readonly (readonly [value: string, logs: number, errors: number])[];
  /** Values that are not listed. */
  readonly more: number;
  /** Set when all logs of the histogram were counted, and not only those that were read. */
  readonly isWhole?: true;
}

/** The part of the page's address that its links keep. */
export interface LogFilter {
  readonly query: string;
  readonly project: string;
  /** Bounds of the time as the address has them; empty for none. */
  readonly from: string;
  readonly to: string;
}

export interface LogsProps extends LogFilter {
  readonly fault?: string;
  /** Search for the user whose address the search is. */
  readonly ofUser?: { readonly name: string; readonly href: Address };
  /** Empty when the reader sees only one project. */
  readonly projects: readonly FilterField[];
  readonly rows: readonly LogRow[];
  readonly newest?: Address;
  readonly older?: Address;
  /** Set when the search stopped before it found a page of logs. */
  readonly searchedBackToMs?: number;
  /** The same logs as text. */
  readonly text: Address;
  /** The logs from the first row on as text, whatever came since. Absent without rows. */
  readonly rowsAsText?: Address;
  readonly isFiltered: boolean;
  /** Absent when the search has a fault. */
  readonly histogram?: LogHistogram;
  readonly facets: readonly LogFacetCounts[];
  /** Logs that were read and match. Facets that are not whole count these. */
  readonly read: number;
}
