import type { Address } from '#shared';

export interface ListedChanges {
  /** Id of a project. The field `by` is the id of a person. */
  readonly project?: string;
  readonly by?: string;
  /** A kind of change such as `member.added`, or an area of changes such as `member.`. */
  readonly what?: string;
  /** First and last day, in UTC, such as `2026-03-04`. */
  readonly from?: string;
  readonly to?: string;
  /** Id of an entry. Only older entries are listed. */
  readonly before?: string;
}

export interface AuditLine {
  readonly id: number;
  readonly atMs: number;
  /**
   * Name or email of the person. Absent when the configuration or an operator's command made the
   * change.
   */
  readonly by?: string;
  readonly did: string;
  readonly details: readonly (readonly [name: string, value: string])[];
}

type Option = readonly [value: string, text: string];

export interface AuditProps {
  readonly listed: ListedChanges;
  readonly lines: readonly AuditLine[];
  readonly projects: readonly Option[];
  readonly people: readonly Option[];
  readonly subjects: readonly Option[];
  readonly csv: Address;
  readonly older?: Address;
}
