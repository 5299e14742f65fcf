import type { Address } from '#shared';

/** What of the log is listed, as its address says it. */
export interface ListedChanges {
  /** Ids. */
  readonly project?: string;
  readonly by?: string;
  /** A kind of changes, or with a dot at its end all of an area. */
  readonly what?: string;
  /** `2026-03-04`, in UTC: the first day, and the last. */
  readonly from?: string;
  readonly to?: string;
  /** Only entries before that one. */
  readonly before?: string;
}

export interface AuditLine {
  readonly id: number;
  readonly atMs: number;
  /** Name or email of the person; absent where the configuration or the operator's command did it. */
  readonly by?: string;
  /** The rest of the sentence after the name: `changed the retention of web from 90 to 30 days`. */
  readonly did: string;
  /** Names and values as programs have them. */
  readonly details: readonly (readonly [name: string, value: string])[];
}

type Option = readonly [value: string, text: string];

export interface AuditProps {
  readonly listed: ListedChanges;
  readonly lines: readonly AuditLine[];
  readonly projects: readonly Option[];
  readonly people: readonly Option[];
  readonly subjects: readonly Option[];
  /** All that is listed, with the pages to come, as CSV. */
  readonly csv: Address;
  /** Address of the entries before these, where there are any. */
  readonly older?: Address;
}
