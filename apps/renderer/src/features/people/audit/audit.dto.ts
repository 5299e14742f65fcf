import type { Address } from '#shared';
/** What of the log is listed, as its address says it. */
export interface ListedChanges {
  /** Ids. */
  readonly project?: string;
  readonly by?: string;
  readonly what?: string;
  /** Only entries before that one. */
  readonly before?: string;
}

export interface AuditLine {
  readonly id: number;
  readonly atMs: number;
  /** Name or email of the person; absent where the configuration or the operator's command did it. */
  readonly by?: string;
  /** Name of the project; absent where it is of all. */
  readonly project?: string;
  /** In words. */
  readonly what: string;
  /** The key, person or field that was changed. */
  readonly target?: string;
  /** Absent where there was, or is, nothing. */
  readonly from?: string;
  readonly to?: string;
}

type Option = readonly [value: string, text: string];

export interface AuditProps {
  readonly listed: ListedChanges;
  readonly lines: readonly AuditLine[];
  readonly projects: readonly Option[];
  readonly people: readonly Option[];
  readonly kinds: readonly Option[];
  /** Address of the entries before these, where there are any. */
  readonly older?: Address;
}
