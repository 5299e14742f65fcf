import type { Address, EventLevel, LogSeverity, LogValue } from '#shared';

export interface LogRow {
  /** Equal for the same log whenever the page is loaded. */
  readonly key: string;
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
  /** An issue with an error of the same trace. */
  readonly issue?: { readonly href: Address; readonly shortId: string };
  /** Attributes that the application set. */
  readonly attributes: Readonly<Record<string, LogValue>>;
  /** Attributes in which the SDK tells about itself. Absent when there are none. */
  readonly ofSdk?: Readonly<Record<string, LogValue>>;
  /** Attributes that a search by their name does not find. Absent when there are none. */
  readonly shadowed?: readonly string[];
  /** Set when the logs of the page are too large together to show all of this one. */
  readonly isCut?: true;
}

export interface LogsProps {
  readonly query: string;
  readonly project: string;
  readonly fault?: string;
  /** Search for the user whose address the search is. */
  readonly ofUser?: { readonly name: string; readonly href: Address };
  /** Empty when the reader sees only one project. */
  readonly projects: readonly (readonly [value: string, text: string])[];
  readonly rows: readonly LogRow[];
  readonly newest?: Address;
  readonly older?: Address;
  /** Set when the search stopped before it found a page of logs. */
  readonly searchedBackToMs?: number;
  /** The same logs as text. */
  readonly text: Address;
  readonly isFiltered: boolean;
}
