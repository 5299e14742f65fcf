import type { Transaction } from 'kysely';
import type { FiringReason } from '../rules/alert-rule.ts';
import { decodePayload } from '#product/recording/reports';
import type { Schema } from '#persistence/stores';
import type { AlertedFiring } from './alert.types.ts';

export interface StoredFiring extends Omit<AlertedFiring, 'payload'> {
  readonly id: number;
  readonly isHeld: boolean;
  readonly isOff: boolean;
  readonly eventRowId?: number;
}

/**
 * Reads the firings that still exist. Leaves out firings of deleted projects and deleted comments.
 * A merged issue is replaced by the issue that it was merged into.
 */
export async function readFirings(
  transaction: Transaction<Schema>,
  ids: readonly number[],
): Promise<StoredFiring[]> {
  if (ids.length === 0) return [];
  const rows = await selectFirings(transaction, ids).execute();
  return rows.map((row) => ({
    id: row.id,
    isHeld: row.due_at > row.at,
    isOff: row.is_enabled === 0,
    reason: JSON.parse(row.reason) as FiringReason,
    atMs: row.at,
    project: { id: row.project_id, slug: row.slug, name: row.project_name },
    ...(row.rule_id === null ? {} : { ruleId: row.rule_id }),
    ...(row.rule_name === null ? {} : { ruleName: row.rule_name }),
    ...(row.environment === null ? {} : { environment: row.environment }),
    ...(row.release === null ? {} : { release: row.release }),
    ...(row.event_id === null ? {} : { eventRowId: row.event_id }),
    ...(row.email === null ? {} : { by: row.user_name ?? row.email }),
    ...(row.comment === null
      ? {}
      : { comments: [{ by: row.user_name ?? row.email ?? '', text: row.comment }] }),
    ...(row.number === null
      ? {}
      : {
          issue: {
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
        }),
  }));
}

function selectFirings(transaction: Transaction<Schema>, ids: readonly number[]) {
  return transaction
    .selectFrom('alert_firings as f')
    .leftJoin('alert_rules as r', 'r.id', 'f.rule_id')
    .leftJoin('issues as fired', 'fired.id', 'f.issue_id')
    .leftJoin('issues as i', (join) =>
      join.on((where) => where('i.id', '=', where.fn.coalesce('fired.merged_into', 'fired.id'))),
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
      'f.due_at',
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
    .select(['i.events', 'i.users', 'i.first_seen_at', 'i.last_seen_at'])
    .select(['u.email', 'u.name as user_name'])
    .where('f.id', 'in', ids)
    .where('p.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .orderBy('f.id');
}

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
    const { eventRowId, isHeld: _, isOff: __, ...firing } = stored;
    const payload = payloads.get(eventRowId ?? 0);
    return payload ? { ...firing, payload: decodePayload(payload) } : firing;
  });
}
