import type { Address, FilterProps } from '#shared';

export interface ListedChanges {
  /** Id of a project. The field `by` is the id of a person. */
  readonly project?: string | undefined;
  readonly by?: string | undefined;
  /** A kind of change such as `member.added`, or an area of changes such as `member.`. */
  readonly what?: string | undefined;
  /** First and last day, in UTC, such as `2026-03-04`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Id of an entry. Only older entries are listed. */
  readonly before?: string | undefined;
}

export interface AuditLine {
  readonly id: number;
  readonly atMs: number;
  /**
   * Name or email of the person. Absent when the configuration or an operator's command made the
   * change.
   */
  readonly by?: string | undefined;
  readonly did: string;
  readonly details: readonly (readonly [name: string, value: string])[];
}

export interface AuditProps {
  readonly lines: readonly AuditLine[];
  readonly filters: FilterProps;
  /** How many changes there are without the filter, when it finds none. */
  readonly without?: number;
  readonly csv: Address;
  readonly older?: Address;
}
