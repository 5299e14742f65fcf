import type { Kysely } from 'kysely';
import { reportLimits } from '#shared';
import type { Schema } from '#persistence/stores';
import {
  dropFiles,
  type FileOwner,
  isOwned,
  listIds,
  type OverdueStep,
} from '#product/recording/attachments';
import { keepOwned, selectAwaiting, selectNew } from './awaiting-files.ts';

/** Number of rows that one step handles. A low number keeps its transaction under 50 ms. */
const ROWS_PER_STEP = 500;

interface Step extends OverdueStep {
  readonly owners: readonly FileOwner[];
}

export async function hasUnchecked(
  db: Kysely<Schema>,
  owners: readonly FileOwner[],
  nowMs: number,
): Promise<boolean> {
  for (const owner of owners) if (await owner.hasOverdue(db, nowMs)) return true;
  for (const due of listDueFiles(db, owners, nowMs)) {
    if (await due.limit(1).executeTakeFirst()) return true;
  }
  return false;
}

/**
 * Checks some files and their owners whose event is overdue, and keeps them when the event has come.
 * Otherwise deletes the owners, and marks the files as dropped. `DeletionStore.sweep` deletes the
 * bytes of dropped files. Returns false when other processes have locked all of them.
 */
export async function removeSomeUnowned(step: Step): Promise<boolean> {
  for (const owner of step.owners) if (await owner.removeOverdue(step)) return true;
  return checkFiles(step);
}

async function checkFiles({ transaction, dialect, owners, nowMs }: Step): Promise<boolean> {
  for (const selected of listDueFiles(transaction, owners, nowMs)) {
    const due = selected.limit(ROWS_PER_STEP);
    const files = await (
      dialect.hasConcurrentWriters ? due.forUpdate('attachments').skipLocked() : due
    ).execute();
    if (files.length === 0) continue;
    await keepOwned(transaction, listIds(files, true));
    await dropFiles(transaction, listIds(files, false), isOwned(owners));
    return true;
  }
  return false;
}

function listDueFiles(db: Kysely<Schema>, owners: readonly FileOwner[], nowMs: number) {
  const untilMs = nowMs - reportLimits.eventAwaitedMs;
  return [selectNew, selectAwaiting].map((select) =>
    select(db, owners).where('touched_at', '<', untilMs),
  );
}
