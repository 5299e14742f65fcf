import type { Selectable } from 'kysely';
import type { ErrorCode } from '#shared';
import type { WantedIssues } from '#product/recording/issues';
import type { BulkAction, BulkChange } from './bulk.types.ts';
import type { BulkChangesTable } from './bulk.tables.ts';

export type BulkRow = Selectable<BulkChangesTable>;

export function toBulkChange(row: BulkRow): BulkChange {
  return {
    id: row.id,
    action: readBulkAction(row),
    query: row.query,
    projectId: row.project_id ?? undefined,
    askedAtMs: row.asked_at,
    state: row.state,
    total: row.total,
    seen: row.seen,
    changed: row.changed,
    refused: readRefused(row),
    undone: row.undone,
    notUndone: row.not_undone,
  };
}

// The following columns need no validation, because only `ask` and the steps write them.

export function readBulkAction({ wish }: Pick<BulkRow, 'wish'>): BulkAction {
  return JSON.parse(wish) as BulkAction;
}

export function readWanted({ search }: Pick<BulkRow, 'search'>): WantedIssues {
  return JSON.parse(search) as WantedIssues;
}

export function readRefused({ refused }: Pick<BulkRow, 'refused'>): Map<ErrorCode, number> {
  return new Map(Object.entries(JSON.parse(refused) as Record<ErrorCode, number>)) as Map<
    ErrorCode,
    number
  >;
}
