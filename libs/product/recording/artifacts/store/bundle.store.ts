import { type Kysely, type Selectable, sql } from 'kysely';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { inChunks, inTransaction, toPortableText, toPortableTextOrNull } from '#persistence/stores';
import { Cutoffs } from '#product/projects/projects';
import { readBudget } from '#product/recording/storage';
import { artifactLimits } from '#shared';
import type { ArtifactBundlesTable } from './artifact.tables.ts';
import type {
  BundleAnswer,
  BundleFile,
  BundleWish,
  ListedBundle,
  WaitingBundle,
} from '../rules/artifact.types.ts';
import { ChunkStore } from './chunk.store.ts';

/** Whoever began to assemble a bundle so long ago has ended. */
const CLAIM_LASTS_MS = 600_000;

export interface AssembledBundle {
  readonly id: number;
  readonly files: readonly BundleFile[];
  readonly bytes: number;
}

/** Bundles that builds upload, and what becomes of them. Every method rejects with `database.unavailable`. */
export class BundleStore {
  readonly #database: KyselyDatabase;
  readonly #chunks: ChunkStore;

  constructor(database: KyselyDatabase) {
    this.#database = database;
    this.#chunks = new ChunkStore(database);
  }

  /** Has a bundle assembled, once all of its chunks are there. One that is known is not touched again, unless it was wrong. */
  async ask(wish: BundleWish): Promise<BundleAnswer> {
    const { projectId, checksum, chunks, nowMs } = wish;
    const known = await this.#find(projectId, checksum);
    if (known && known.state !== 'error') return { state: known.state };
    const missing = await this.#chunks.listMissing(chunks, nowMs);
    if (missing.length > 0 || chunks.length === 0) {
      // A client that polls reads what was wrong; one that begins anew sends its chunks again.
      return known?.detail && chunks.length === 0
        ? { state: 'error', detail: known.detail }
        : { state: 'not_found', missing };
    }
    const set = { state: 'created', chunks: JSON.stringify(chunks), detail: null } as const;
    await this.#database.kysely
      .insertInto('artifact_bundles')
      .values({
        ...set,
        project_id: projectId,
        checksum,
        release: toPortableTextOrNull(wish.release),
        dist: toPortableTextOrNull(wish.dist),
        bytes: 0,
        created_at: nowMs,
        used_at: nowMs,
        claimed_at: null,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'checksum'])
          .doUpdateSet({ ...set, claimed_at: null })
          .where('artifact_bundles.state', '=', 'error'),
      )
      .execute();
    return { state: 'created' };
  }

  /** The next bundle to assemble; undefined where none waits, or another relay was faster. */
  async claim(nowMs: number): Promise<WaitingBundle | undefined> {
    const { kysely } = this.#database;
    const row = await kysely
      .selectFrom('artifact_bundles')
      .selectAll()
      .where((where) =>
        where.or([
          where('state', '=', 'created'),
          where.and([
            where('state', '=', 'assembling'),
            where('claimed_at', '<', nowMs - CLAIM_LASTS_MS),
          ]),
        ]),
      )
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!row) return undefined;
    const { numUpdatedRows } = await kysely
      .updateTable('artifact_bundles')
      .set({ state: 'assembling', claimed_at: nowMs })
      .where('id', '=', row.id)
      .where('state', '=', row.state)
      .where((where) =>
        row.claimed_at === null
          ? where('claimed_at', 'is', null)
          : where('claimed_at', '=', row.claimed_at),
      )
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return undefined;
    return {
      id: row.id,
      projectId: row.project_id,
      checksum: row.checksum,
      chunks: JSON.parse(row.chunks) as string[],
      ...toOptional(row),
    };
  }

  /** Gives a claimed bundle back: it is tried again. */
  async release(id: number): Promise<void> {
    await this.#database.kysely
      .updateTable('artifact_bundles')
      .set({ state: 'created', claimed_at: null })
      .where('id', '=', id)
      .where('state', '=', 'assembling')
      .execute();
  }

  /** Writes down what a bundle brought. Its chunks go, unless another bundle waits for them. */
  async settle({ id, files, bytes }: AssembledBundle): Promise<void> {
    await inTransaction(this.#database, async (db) => {
      const bundle = await db
        .updateTable('artifact_bundles')
        .set({ state: 'ok', detail: null, bytes, claimed_at: null })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      // Its project was deleted meanwhile.
      if (!bundle) return;
      await db.deleteFrom('artifact_files').where('bundle_id', '=', id).execute();
      const rows = files.map((file) => toRow(file, bundle));
      await inChunks(rows, (some) => db.insertInto('artifact_files').values(some).execute());
    });
    await this.#dropChunks(id);
  }

  /** Writes down why a bundle cannot be assembled: a sentence that its sender reads. */
  async refuse(id: number, detail: string): Promise<void> {
    await this.#database.kysely
      .updateTable('artifact_bundles')
      .set({ state: 'error', detail: toPortableText(detail), claimed_at: null })
      .where('id', '=', id)
      .execute();
    await this.#dropChunks(id);
  }

  /** The newest first, `limit` of them before `beforeId`. */
  async list(
    projectId: number,
    { beforeId, limit }: { readonly beforeId?: number; readonly limit: number },
  ): Promise<ListedBundle[]> {
    const { kysely } = this.#database;
    let query = kysely
      .selectFrom('artifact_bundles')
      .selectAll()
      .select((select) =>
        select
          .selectFrom('artifact_files')
          .select((files) => files.fn.countAll<number>().as('count'))
          .whereRef('artifact_files.bundle_id', '=', 'artifact_bundles.id')
          .as('files'),
      )
      .where('project_id', '=', projectId);
    if (beforeId !== undefined) query = query.where('id', '<', beforeId);
    const rows = await query.orderBy('id', 'desc').limit(limit).execute();
    return rows.map((row) => ({
      id: row.id,
      checksum: row.checksum,
      state: row.state,
      ...(row.detail === null ? {} : { detail: row.detail }),
      bytes: row.bytes,
      files: row.files ?? 0,
      createdAtMs: row.created_at,
      ...toOptional(row),
    }));
  }

  /** Removes a bundle with its files; the map tables that only it had go some time later. False where the project has none such. */
  async remove(projectId: number, id: number): Promise<boolean> {
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('artifact_bundles')
      .where('project_id', '=', projectId)
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** Notes that an event needed the bundle. */
  async noteUsed(id: number, atMs: number): Promise<void> {
    await this.#database.kysely
      .updateTable('artifact_bundles')
      .set({ used_at: atMs })
      .where('id', '=', id)
      .where('used_at', '<', atMs)
      .execute();
  }

  /**
   * Removes a bundle that no event has needed for as long as its project keeps events; else, where map tables take more than their share
   * of the storage budget, the one that was not needed for longest. Resolves with whether it removed one: there may be more.
   */
  async removeUnneeded(nowMs: number): Promise<boolean> {
    const { kysely } = this.#database;
    const cutoffs = await Cutoffs.read(this.#database, nowMs);
    const old = await kysely
      .selectFrom('artifact_bundles')
      .select('id')
      .where('used_at', '<', cutoffs.ofColumn('artifact_bundles.project_id'))
      .orderBy('used_at')
      .limit(1)
      .executeTakeFirst();
    const found = old ?? (await this.#findBeyondBudget(nowMs));
    if (!found) return false;
    await kysely.deleteFrom('artifact_bundles').where('id', '=', found.id).execute();
    return true;
  }

  async #findBeyondBudget(nowMs: number) {
    const { kysely } = this.#database;
    const budgetBytes = await readBudget(kysely);
    if (budgetBytes === 0) return undefined;
    const { bytes } = await kysely
      .selectFrom('artifact_blobs')
      .select(sql<number>`cast(coalesce(sum(bytes), 0) as bigint)`.as('bytes'))
      .where('kind', '=', 'table')
      .where((where) =>
        where.exists(
          where
            .selectFrom('artifact_files')
            .select('artifact_files.id')
            .whereRef('artifact_files.map_checksum', '=', 'artifact_blobs.checksum'),
        ),
      )
      .executeTakeFirstOrThrow();
    if (bytes <= budgetBytes * artifactLimits.budgetShare) return undefined;
    return (
      kysely
        .selectFrom('artifact_bundles')
        .select('id')
        .where('state', 'in', ['ok', 'error'])
        // An upload that has just ended stays, however large it is.
        .where('used_at', '<', nowMs - artifactLimits.keptMs)
        .orderBy('used_at')
        .limit(1)
        .executeTakeFirst()
    );
  }

  #find(projectId: number, checksum: string) {
    return this.#database.kysely
      .selectFrom('artifact_bundles')
      .select(['state', 'detail'])
      .where('project_id', '=', projectId)
      .where('checksum', '=', checksum)
      .executeTakeFirst();
  }

  async #dropChunks(id: number): Promise<void> {
    const { kysely } = this.#database;
    const open = await listChunks(kysely, (query) =>
      query.where('state', 'in', ['created', 'assembling']),
    );
    const own = await listChunks(kysely, (query) => query.where('id', '=', id));
    for (const checksum of own) {
      if (open.has(checksum)) continue;
      await kysely
        .deleteFrom('artifact_blobs')
        .where('kind', '=', 'chunk')
        .where('checksum', '=', checksum)
        .execute();
    }
    await kysely
      .updateTable('artifact_bundles')
      .set({ chunks: '[]' })
      .where('id', '=', id)
      .where('state', 'in', ['ok', 'error'])
      .execute();
  }
}

type BundleQuery = ReturnType<typeof selectChunks>;

function selectChunks(db: Kysely<Schema>) {
  return db.selectFrom('artifact_bundles').select('chunks');
}

async function listChunks(
  db: Kysely<Schema>,
  narrow: (query: BundleQuery) => BundleQuery,
): Promise<ReadonlySet<string>> {
  const rows = await narrow(selectChunks(db)).execute();
  return new Set(rows.flatMap(({ chunks }) => JSON.parse(chunks) as string[]));
}

function toOptional({ release, dist }: Pick<Selectable<ArtifactBundlesTable>, 'release' | 'dist'>) {
  return { ...(release === null ? {} : { release }), ...(dist === null ? {} : { dist }) };
}

function toRow(file: BundleFile, bundle: Selectable<ArtifactBundlesTable>) {
  return {
    bundle_id: bundle.id,
    project_id: bundle.project_id,
    kind: file.kind,
    debug_id: file.debugId ?? null,
    release: bundle.release,
    dist: bundle.dist,
    url: toPortableText(file.url),
    map_url: toPortableTextOrNull(file.mapUrl),
    map_checksum: file.mapChecksum ?? null,
    problem: toPortableTextOrNull(file.problem),
    bytes: file.bytes,
  };
}
