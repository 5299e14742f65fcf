import type { Generated } from 'kysely';
import type { Capability, JoinedWrite, KyselyDatabase } from '#persistence/stores';
import type { AuditTexts } from '../rules/index.ts';
import { createAudit } from './migrations/0019-create-audit.ts';
import { writeAudit } from './write-audit.ts';
import type { AuditedChange, AuditEntry, AuditFilter } from './audit.types.ts';

interface AuditLogTable {
  readonly id: Generated<number>;
  readonly at: number;
  readonly by_user: number | null;
  readonly project_id: number | null;
  readonly what: string;
  readonly target: string | null;
  /** JSON; null for no value. */
  readonly from_value: string | null;
  readonly to_value: string | null;
}

declare module '#persistence/stores' {
  interface Schema {
    readonly audit_log: AuditLogTable;
  }

  interface StoreSettings {
    readonly auditTexts: readonly AuditTexts[];
  }

  interface Capability {
    readonly auditTexts?: AuditTexts;
  }
}

const REMOVED_AT_ONCE = 1000;

/**
 * Stores who changed what. Only the erasing of a person changes entries. The oldest are removed
 * when there are very many.
 */
export class AuditStore {
  readonly #database: KyselyDatabase;

  constructor(
    database: KyselyDatabase,
    readonly texts: AuditTexts,
  ) {
    this.#database = database;
  }

  /** Writes an entry by itself, about a read or a link, such as a download. */
  note(change: AuditedChange): Promise<void> {
    return writeAudit(this.#database.kysely, [change]);
  }

  /** Returns what writes the entries, then runs `notice`, in the transaction of the changes. */
  prepare(changes: readonly AuditedChange[], notice?: JoinedWrite): JoinedWrite {
    return async (transaction) => {
      await writeAudit(transaction, changes);
      await notice?.(transaction);
    };
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
      byUserId: row.by_user ?? undefined,
      projectId: row.project_id ?? undefined,
      target: row.target ?? undefined,
      from: row.from_value === null ? undefined : (JSON.parse(row.from_value) as unknown),
      to: row.to_value === null ? undefined : (JSON.parse(row.to_value) as unknown),
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

export const audit = {
  tables: ['audit_log'],
  migrations: [createAudit],
  stores: {
    audit: {
      port: AuditStore,
      open: (database, { auditTexts }) =>
        new AuditStore(database, Object.assign({}, ...auditTexts)),
    },
  },
} as const satisfies Capability;
