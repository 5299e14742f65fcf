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
