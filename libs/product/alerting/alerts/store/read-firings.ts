import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { FiringReason, OverReason } from '../rules/alert-rule.ts';
import { decodeSafely } from '#product/recording/reports';
import type { Schema } from '#persistence/stores';
import { inChunks } from '#persistence/stores';
import type { AlertedFiring } from './alert.types.ts';

export interface StoredFiring extends Omit<AlertedFiring, 'payload'> {
  readonly id: number;
  readonly isOff: boolean;
  readonly isEnd: boolean;
  /** True when the issue is resolved, muted, merged or deleted. */
  readonly isOver: boolean;
  readonly eventRowId?: number;
}

/**
 * Reads the firings that still exist. Leaves out firings of deleted projects and deleted comments.
 * A merged issue is replaced by the issue that it was merged into, unless the firing is its end.
 */
export async function readFirings(
  transaction: Transaction<Schema>,
  ids: readonly number[],
): Promise<StoredFiring[]> {
  const ordered = ids.toSorted((a, b) => a - b);
  const rows = await inChunks(ordered, (chunk) => selectFirings(transaction, chunk).execute());
  const isOver = ({ status, merged_into }: (typeof rows)[number]) =>
    status !== 'unresolved' || merged_into !== null;
  return rows.map((row) => ({
    id: row.id,
    isOff: row.is_enabled === 0,
    isEnd: row.is_end === 1,
    isOver: isOver(row),
    reason: JSON.parse(row.reason) as FiringReason,
    atMs: row.at,
    project: { id: row.project_id, slug: row.slug, name: row.project_name },
    ruleId: row.rule_id ?? undefined,
    ruleName: row.rule_name ?? undefined,
    environment: row.environment ?? undefined,
    release: row.release ?? undefined,
    eventRowId: row.event_id ?? undefined,
    by: findName(row),
    comments:
      row.comment === null
        ? undefined
        : [{ by: row.user_name ?? row.email ?? '', text: row.comment }],
    issue:
      row.number === null
        ? findDeleted(row)
        : {
            id: row.issue_id!,
            number: row.number,
            type: row.type!,
            value: row.value!,
            place: row.place!,
            level: row.level!,
            status: row.status!,
            events: row.events!,
            users: row.users!,
            firstSeenMs: row.first_seen_at!,
            lastSeenMs: row.last_seen_at!,
          },
  }));
}

/** Addresses of members go to people only, not to the services of channels. */
function findName(row: { rule_id: number | null; user_name: string | null; email: string | null }) {
  return row.user_name ?? (row.rule_id === null ? row.email : null) ?? undefined;
}

/** A deleted issue has only its number. */
function findDeleted({ reason, at }: { readonly reason: string; readonly at: number }) {
  const { issue } = JSON.parse(reason) as Partial<OverReason>;
  if (!issue) return undefined;
  const [status, level, times] = ['resolved', 'info', { firstSeenMs: at, lastSeenMs: at }] as const;
  const head = { type: 'Deleted issue', value: '', place: '', events: 0, users: 0 };
  return { ...issue, ...head, ...times, status, level };
}

function selectFirings(transaction: Transaction<Schema>, ids: readonly number[]) {
  return transaction
    .selectFrom('alert_firings as f')
    .leftJoin('alert_rules as r', 'r.id', 'f.rule_id')
    .leftJoin('issues as fired', 'fired.id', 'f.issue_id')
    .leftJoin('issues as i', (join) =>
      join.on(sql<boolean>`i.id = case f.is_end when 1 then fired.id
        else coalesce(fired.merged_into, fired.id) end`),
    )
    .innerJoin('projects as p', (join) =>
      join.on((where) => where('p.id', '=', where.fn.coalesce('i.project_id', 'r.project_id'))),
    )
    .leftJoin('users as u', 'u.id', 'f.by_user')
    .leftJoin('issue_comments as c', 'c.id', 'f.comment_id')
    .select([
      'f.id',
      'f.reason',
      'f.at',
      'f.is_end',
      'c.body as comment',
      'f.rule_id',
      'f.event_id',
      'f.environment',
      'f.release',
    ])
    .select([
      'r.name as rule_name',
      'r.is_enabled',
      'p.id as project_id',
      'p.slug',
      'p.name as project_name',
    ])
    .select(['i.id as issue_id', 'i.number', 'i.type', 'i.value', 'i.place', 'i.level', 'i.status'])
    .select('i.merged_into')
    .select(['i.events', 'i.users', 'i.first_seen_at', 'i.last_seen_at'])
    .select(['u.email', 'u.name as user_name'])
    .where('f.id', 'in', ids)
    .where('p.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .orderBy('f.id');
}

/** Leaves out payloads that are damaged, so that the alert is told without them. */
export async function readPayloads(
  transaction: Transaction<Schema>,
  firings: readonly StoredFiring[],
): Promise<AlertedFiring[]> {
  const ids = firings.flatMap(({ eventRowId }) => eventRowId ?? []);
  const rows =
    ids.length === 0
      ? []
      : await transaction
          .selectFrom('event_payloads')
          .select(['id', 'encoding', 'body'])
          .where('id', 'in', ids)
          .execute();
  const payloads = new Map(rows.map((row) => [row.id, row]));
  return firings.map((stored) => {
    const { eventRowId, isOff: _, isEnd: __, isOver: ___, ...firing } = stored;
    const payload = payloads.get(eventRowId ?? 0);
    return payload ? { ...firing, ...decodeSafely(payload) } : firing;
  });
}
