import type { KyselyDatabase } from '#persistence/stores';
import { writeAudit } from './write-audit.ts';
import type { AuditedChange, AuditEntry, AuditFilter } from './audit.types.ts';

const REMOVED_AT_ONCE = 1000;

/**
 * Stores who changed what. Entries never change; only the oldest are removed, when there are very
 * many.
 */
export class AuditStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Writes an entry about a change that another store has already made. A store that makes the
   * change itself calls `writeAudit` in its own transaction.
   */
  note(change: AuditedChange): Promise<void> {
    return writeAudit(this.#database.kysely, [change]);
  }

  async list({
    projectId,
    byUserId,
    what,
    sinceMs,
    untilMs,
    beforeId,
    limit,
  }: AuditFilter): Promise<AuditEntry[]> {
    let query = this.#database.kysely.selectFrom('audit_log').selectAll();
    if (projectId !== undefined) query = query.where('project_id', '=', projectId);
    if (byUserId !== undefined) query = query.where('by_user', '=', byUserId);
    if (what !== undefined) {
      query = what.endsWith('.')
        ? query.where('what', '>=', what).where('what', '<', `${what.slice(0, -1)}/`)
        : query.where('what', '=', what);
    }
    if (sinceMs !== undefined) query = query.where('at', '>=', sinceMs);
    if (untilMs !== undefined) query = query.where('at', '<', untilMs);
    if (beforeId !== undefined) query = query.where('id', '<', beforeId);
    const rows = await query.orderBy('id', 'desc').limit(limit).execute();
    return rows.map((row) => ({
      id: row.id,
      atMs: row.at,
      what: row.what,
      ...(row.by_user === null ? {} : { byUserId: row.by_user }),
      ...(row.project_id === null ? {} : { projectId: row.project_id }),
      ...(row.target === null ? {} : { target: row.target }),
      ...(row.from_value === null ? {} : { from: JSON.parse(row.from_value) as unknown }),
      ...(row.to_value === null ? {} : { to: JSON.parse(row.to_value) as unknown }),
    }));
  }

  async count(): Promise<number> {
    const { entries } = await this.#database.kysely
      .selectFrom('audit_log')
      .select(({ fn }) => fn.countAll<number>().as('entries'))
      .executeTakeFirstOrThrow();
    return entries;
  }

  /**
   * Removes up to 1,000 of the oldest entries beyond the newest `keep`, in one short transaction.
   * Returns true when it removed any; more may remain.
   */
  async removeOld(keep: number): Promise<boolean> {
    const db = this.#database.kysely;
    const oldest = db.selectFrom('audit_log').select('id').orderBy('id', 'desc').offset(keep);
    const { numDeletedRows } = await db
      .deleteFrom('audit_log')
      .where('id', 'in', oldest.limit(REMOVED_AT_ONCE))
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /**
   * Returns every distinct `what`, in alphabetical order, and the ids of all users who changed
   * something.
   */
  async listFacets(): Promise<{ readonly kinds: string[]; readonly userIds: number[] }> {
    const db = this.#database.kysely;
    const [kinds, users] = await Promise.all([
      db.selectFrom('audit_log').select('what').distinct().execute(),
      db.selectFrom('audit_log').select('by_user').distinct().execute(),
    ]);
    return {
      kinds: kinds.map(({ what }) => what).toSorted(),
      userIds: users.flatMap(({ by_user: id }) => id ?? []).toSorted((a, b) => a - b),
    };
  }
}
