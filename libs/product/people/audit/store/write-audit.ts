import type { Kysely } from 'kysely';
import type { Schema } from '#persistence/stores';
import type { AuditedChange } from './audit.types.ts';

/** Longest JSON of a value. A longer one becomes a text of its beginning. */
const MOST_VALUE = 65_536;

/**
 * Writes changes to the audit log, in the transaction that makes them. Leaves out changes whose
 * `from` equals `to`, and the ends of very long values.
 */
export async function writeAudit(
  db: Kysely<Schema>,
  changes: readonly AuditedChange[],
): Promise<void> {
  const rows = changes
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))
    .map(toRow);
  if (rows.length > 0) await db.insertInto('audit_log').values(rows).execute();
}

function toRow({ atMs, byUserId, projectId, what, target, from, to }: AuditedChange) {
  return {
    at: atMs,
    by_user: byUserId ?? null,
    project_id: projectId ?? null,
    what,
    target: target?.slice(0, 2000) ?? null,
    from_value: toJson(from),
    to_value: toJson(to),
  };
}

function toJson(value: unknown): string | null {
  if (value === undefined) return null;
  const json = JSON.stringify(value);
  return json.length > MOST_VALUE ? JSON.stringify(`${json.slice(0, MOST_VALUE)}…`) : json;
}
