import type { Kysely, Transaction } from 'kysely';
import { erasureLimits, type PersonName } from '#shared';
import type {
  DayTables,
  KyselyDatabase,
  Schema,
  StoreSettings,
  Capability,
} from '#persistence/stores';
import { toPortableText, inTransaction } from '#persistence/stores';
import { writeAudit } from '#product/people/audit';
import { logDays } from '#product/recording/logs';
import type { ChangedBy } from '#product/projects/projects';
import { openName, toErasure } from './erasure-row.ts';
import { tables } from './erasure.tables.ts';
import { createErasing } from './migrations/0022-create-erasing.ts';
import { NameSeal } from './name-seal.ts';
import { readFound } from './read-found.ts';
import { begin, beginWaiting, forgetOld, listPhases, runStep, toEntry } from './run-step.ts';
import { nothingFound } from './erasure.types.ts';
import type { Erasure, ErasureScope, FoundPiece, CreatePersonEraser } from './erasure.types.ts';

const MOST_LISTED = 50;

/**
 * Finds, exports and erases the stored data of a person who used a monitored application. A search
 * reads all events in steps; an erasure reads them once more. Only one search or erasure runs at a
 * time. Methods that read names need ERRATA_SECRET.
 */
export class ErasureStore {
  readonly #database: KyselyDatabase;
  readonly #secret: string | undefined;
  readonly #phases: StoreSettings['erasing'];
  #madeSeal: NameSeal | undefined;

  constructor(database: KyselyDatabase, { secret, erasing }: StoreSettings) {
    this.#database = database;
    this.#phases = erasing;
    this.#secret = secret;
  }

  /**
   * Begins a search and returns its id. Returns undefined when the scope already has
   * `erasureLimits.openSearches` open searches.
   */
  search(
    { kind, value }: PersonName,
    scope: ErasureScope,
    { byUserId, nowMs }: ChangedBy,
  ): Promise<number | undefined> {
    const sealed = this.#seal.seal({ kind, value: toPortableText(value) });
    return inTransaction(this.#database, async (transaction) => {
      const open = await selectIn(transaction, scope)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('ended_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (open.count >= erasureLimits.openSearches) return undefined;
      const { id } = await transaction
        .insertInto('erasures')
        .values({
          project_id: scope.projectId ?? null,
          kind,
          name: sealed.name,
          name_hash: sealed.nameHash,
          state: 'searching',
          ...(await begin(transaction, listPhases(this.#phases)[0]!, this.#days)),
          total: await countEvents(transaction, scope),
          counts: JSON.stringify(nothingFound),
          asked_by: byUserId ?? null,
          asked_at: nowMs,
          ended_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    });
  }

  async list(scope: ErasureScope): Promise<Erasure[]> {
    const rows = await selectIn(this.#database.kysely, scope)
      .selectAll()
      .orderBy('id', 'desc')
      .limit(MOST_LISTED)
      .execute();
    return rows.map((row) => toErasure(row, this.#seal));
  }

  async findLastErasedMs(): Promise<number | undefined> {
    const row = await this.#database.kysely
      .selectFrom('erasures')
      .select(({ fn }) => fn.max<number | null>('ended_at').as('at'))
      .where('state', '=', 'erased')
      .executeTakeFirst();
    return row?.at ?? undefined;
  }

  async find(id: number, scope: ErasureScope): Promise<Erasure | undefined> {
    const row = await selectIn(this.#database.kysely, scope)
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row && toErasure(row, this.#seal);
  }

  /**
   * Begins to erase the data that a search found, and writes that to the audit log. An erasure that
   * has begun cannot be stopped. Returns false unless the state is `found`.
   */
  erase(id: number, scope: ErasureScope, { byUserId, nowMs }: ChangedBy): Promise<boolean> {
    return inTransaction(this.#database, async (transaction) => {
      const row = await selectIn(transaction, scope)
        .selectAll()
        .where('id', '=', id)
        .where('state', '=', 'found')
        .executeTakeFirst();
      if (!row) return false;
      const { numUpdatedRows } = await transaction
        .updateTable('erasures')
        .set({
          state: 'erasing',
          ...(await beginWaiting(
            transaction,
            this.#database.dialect,
            listPhases(this.#phases)[0]!,
          )),
          total: await countEvents(transaction, scope),
          counts: JSON.stringify(nothingFound),
          asked_by: byUserId ?? null,
        })
        .where('id', '=', id)
        .where('state', '=', 'found')
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      const entry = toEntry({ ...row, asked_by: byUserId ?? null }, nowMs);
      await writeAudit(transaction, [{ ...entry, what: 'person-data.erasing', to: true }]);
      return true;
    });
  }

  /**
   * Ends a search and deletes the person's name. Returns false when the erasure has begun, or has
   * ended.
   */
  forget(id: number, scope: ErasureScope, nowMs: number): Promise<boolean> {
    return inTransaction(this.#database, async (transaction) => {
      const row = await selectIn(transaction, scope)
        .select('id')
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row) return false;
      const { numUpdatedRows } = await transaction
        .updateTable('erasures')
        .set({ state: 'forgotten', name: null, ended_at: nowMs })
        .where('id', '=', id)
        .where('state', 'in', ['searching', 'found'])
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    });
  }

  /**
   * Runs one step of the oldest open search or erasure, in one short transaction. Several processes
   * may call this method, and may be killed at any moment. The last step of an erasure writes a
   * receipt to the audit log. Also deletes the names of searches that led to no erasure within a
   * day. Returns false when nothing was left to do.
   */
  async step(openPerson: CreatePersonEraser, nowMs: number): Promise<boolean> {
    const { dialect, kysely } = this.#database;
    // Most calls find no row, so this check takes no lock.
    const [any] = await kysely.selectFrom('erasures').select('id').limit(1).execute();
    if (!any) return false;
    return inTransaction(this.#database, async (transaction) => {
      await forgetOld(transaction, nowMs);
      const options = { seal: this.#seal, secret: this.#getSecret(), openPerson, nowMs };
      return runStep({ transaction, dialect, days: this.#days, phases: this.#phases, ...options });
    });
  }

  /**
   * Yields the stored data that a search finds, and lets other work of the thread run between
   * reads. Yields nothing when the name was deleted.
   */
  async *read(
    id: number,
    scope: ErasureScope,
    openPerson: CreatePersonEraser,
  ): AsyncIterable<FoundPiece> {
    const { kysely: db } = this.#database;
    const row = await selectIn(db, scope).selectAll().where('id', '=', id).executeTakeFirst();
    const name = row && openName(row, this.#seal);
    if (!name) return;
    const person = openPerson({ kind: row.kind, value: name.value }, name.others);
    const { kind } = this.#database;
    const logs = { days: this.#days, kind };
    yield* readFound({ db, logs, projectId: row.project_id, person, phases: this.#phases });
  }

  get #days(): DayTables {
    return this.#database.openDays(logDays);
  }

  get #seal(): NameSeal {
    return (this.#madeSeal ??= new NameSeal(this.#getSecret()));
  }

  #getSecret(): string {
    if (this.#secret === undefined) throw new TypeError('These stores were made without a secret.');
    return this.#secret;
  }
}

function selectIn(db: Kysely<Schema>, { projectId }: ErasureScope) {
  const erasures = db.selectFrom('erasures');
  return projectId === undefined
    ? erasures.where('project_id', 'is', null)
    : erasures.where('project_id', '=', projectId);
}

/**
 * Counts events by summing the counters of grouping keys. Counting millions of event rows would
 * take a second.
 */
async function countEvents(
  transaction: Transaction<Schema>,
  { projectId }: ErasureScope,
): Promise<number> {
  const row = await transaction
    .selectFrom('grouping_keys')
    .select(({ fn }) => fn.sum<number | string | null>('events').as('events'))
    .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId!))
    .executeTakeFirst();
  return Number(row?.events ?? 0);
}

export const erasing = {
  tables,
  migrations: [createErasing],
  stores: {
    erasures: {
      port: ErasureStore,
      open: (database, settings) => new ErasureStore(database, settings),
    },
  },
  erasing: [],
  auditTexts: {
    'person-data': 'People’s data',
    'person-data.searched': ({ inProject }) => `searched for a person’s data${inProject}`,
    'person-data.erasing': ({ inProject }) => `began to erase a person’s data${inProject}`,
    'person-data.erased': ({ inProject }) => `erased a person’s data${inProject}`,
    'person-data.exported': ({ inProject }) => `exported a person’s data${inProject}`,
  },
} as const satisfies Capability;
