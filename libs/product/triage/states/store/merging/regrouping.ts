import type { Triage } from '#product/recording/issues';
import { writeHistory } from '#product/recording/issues';
import type { NumberedIssue } from './merge.types.ts';

/** Keys that came from an issue, or went to it. */
export interface Moved extends NumberedIssue {
  readonly keyIds: readonly number[];
  /** Issues that were merged into that one before it was itself. */
  readonly mergedIds?: readonly number[];
}

/** What a row `grouping` of history says, as JSON: first of the issue that others were merged into, or that gave keys to others. */
export type Regrouping =
  | {
      readonly kind: 'merge';
      readonly others: readonly Moved[];
      /** The row of history that tells of its reopening, where the merge reopened it. */
      readonly stateId?: number;
    }
  | { readonly kind: 'unmerge'; readonly others: readonly Moved[] }
  /** Of each of the others. `of` is the row of the first. */
  | {
      readonly kind: 'mergedInto' | 'unmergedFrom';
      readonly other: NumberedIssue;
      readonly of: number;
    };

/** Those that can be undone. */
export type OwnRegrouping = Extract<Regrouping, { readonly others: unknown }>;

const COUNTERPARTS = { merge: 'mergedInto', unmerge: 'unmergedFrom' } as const;

/** What `writeRegrouping` wrote: nothing else writes such rows. */
export function readRegrouping(value: string | null): Regrouping {
  return JSON.parse(value ?? '') as Regrouping;
}

/** Writes it into the history of `issue` and of the others. Resolves with the id of the row of `issue`. */
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
