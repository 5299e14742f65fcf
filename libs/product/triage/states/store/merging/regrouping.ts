import type { Triage } from '#product/recording/issues';
import { writeHistory } from '#product/recording/issues';
import type { NumberedIssue } from './merge.types.ts';

export interface Moved extends NumberedIssue {
  readonly keyIds: readonly number[];
  /** Issues that were already merged into this issue before its own merge. */
  readonly mergedIds?: readonly number[];
}

/**
 * JSON of a `grouping` row in history. Rows of the first two kinds belong to the issue that took or
 * gave keys.
 */
export type Regrouping =
  | {
      readonly kind: 'merge';
      readonly others: readonly Moved[];
      readonly stateId?: number;
    }
  | { readonly kind: 'unmerge'; readonly others: readonly Moved[] }
  /** Row of each other issue. `of` is the id of the row of the issue that took or gave keys. */
  | {
      readonly kind: 'mergedInto' | 'unmergedFrom';
      readonly other: NumberedIssue;
      readonly of: number;
    };

export type OwnRegrouping = Extract<Regrouping, { readonly others: unknown }>;

const COUNTERPARTS = { merge: 'mergedInto', unmerge: 'unmergedFrom' } as const;

/** Needs no validation, because only `writeRegrouping` writes such rows. */
export function readRegrouping(value: string | null): Regrouping {
  return JSON.parse(value ?? '') as Regrouping;
}

/**
 * Writes history rows for `issue` and for the other issues. Returns the id of the row of `issue`.
 */
export async function writeRegrouping(
  { transaction }: Triage,
  issue: NumberedIssue,
  {
    regrouping,
    byUserId,
    nowMs,
    undoes,
  }: {
    regrouping: OwnRegrouping;
    byUserId?: number | undefined;
    nowMs: number;
    undoes?: number;
  },
): Promise<number> {
  const row = { at: nowMs, by_user: byUserId ?? null, what: 'grouping' } as const;
  const own = { ...row, issue_id: issue.id, undoes: undoes ?? null };
  const [id] = (
    await writeHistory(transaction, [{ ...own, to_value: JSON.stringify(regrouping) }])
  ).values();
  const { id: otherId, number } = issue;
  const told: Regrouping = {
    kind: COUNTERPARTS[regrouping.kind],
    other: { id: otherId, number },
    of: id!,
  };
  await writeHistory(
    transaction,
    regrouping.others.map((other) => ({
      ...row,
      issue_id: other.id,
      from_value: String(issue.id),
      to_value: JSON.stringify(told),
    })),
  );
  return id!;
}
