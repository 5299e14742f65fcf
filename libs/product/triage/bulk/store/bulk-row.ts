import type { Selectable } from 'kysely';
import type { ErrorCode } from '#shared';
import type { WantedIssues } from '#product/recording/issues';
import type { BulkChange, BulkWish } from './bulk.types.ts';
import type { BulkChangesTable } from './bulk.tables.ts';

export type BulkRow = Selectable<BulkChangesTable>;

export function toBulkChange(row: BulkRow): BulkChange {
  return {
    id: row.id,
    wish: readBulkWish(row),
    query: row.query,
    ...(row.project_id === null ? {} : { projectId: row.project_id }),
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

// What `ask` and the steps wrote: nothing else writes these columns.

export function readBulkWish({ wish }: Pick<BulkRow, 'wish'>): BulkWish {
  return JSON.parse(wish) as BulkWish;
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
