import type { Kysely } from 'kysely';
import type { Schema } from '#persistence/stores';
import { toPortableTextOrNull } from '#persistence/stores';
import type { AuditedChange } from './audit.types.ts';

/**
 * Writes changes to the audit log, in the transaction that makes them. Leaves out changes whose
 * `from` equals `to`.
 */
export async function writeAudit(
  db: Kysely<Schema>,
  changes: readonly AuditedChange[],
): Promise<void> {
  const rows = changes.map(toRow).filter((row) => row.from_value !== row.to_value);
  if (rows.length > 0) await db.insertInto('audit_log').values(rows).execute();
}

function toRow({ atMs, byUserId, projectId, what, target, from, to }: AuditedChange) {
  return {
    at: atMs,
    by_user: byUserId ?? null,
    project_id: projectId ?? null,
    what,
    target: toPortableTextOrNull(target),
    from_value: toJson(from),
    to_value: toJson(to),
  };
}

function toJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
