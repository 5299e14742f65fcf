import { type Kysely, type Selectable, sql } from 'kysely';
import type { JoinedWrite, KyselyDatabase, Schema } from '#persistence/stores';
import { inChunks, inToldTransaction, inTransaction, whereOver } from '#persistence/stores';
import { Cutoffs } from '#product/projects/projects';
import { readBudget } from '#product/recording/storage';
import { artifactLimits, isOver } from '#shared';
import type { ArtifactBundlesTable } from './artifact.tables.ts';
import type {
  BundleAnswer,
  BundleFile,
  BundleRequest,
  ListedBundle,
  SoughtBundle,
  WaitingBundle,
} from '../rules/artifact.types.ts';
import { isNotAwaited } from './awaited-chunks.ts';
import { ChunkStore } from './chunk.store.ts';

/**
 * A claim lasts this long. Afterwards its relay counts as dead, and another relay may claim the
 * bundle.
 */
const CLAIM_LASTS_MS = 600_000;
const ERROR_LASTS_MS = 600_000;
const TOO_MANY = 'Too many uploads of this project wait to be read. Try again in a minute.';

/**
 * Stores the bundles that builds upload, and their states. All methods reject with
 * `database.unavailable`.
 */
export class BundleStore {
  readonly #database: KyselyDatabase;
  readonly #chunks: ChunkStore;

  constructor(database: KyselyDatabase) {
    this.#database = database;
    this.#chunks = new ChunkStore(database);
  }

  /**
   * Queues a bundle for assembly once all its chunks are stored. A known bundle is left alone,
   * unless it had an error; it counts as used, since a build has just made these files.
   */
  async ask(wanted: BundleRequest, tell?: JoinedWrite): Promise<BundleAnswer> {
    const { projectId, checksum, chunks, nowMs } = wanted;
    const known = await this.#find(projectId, checksum);
    if (known && known.state !== 'error') {
      const isUnneeded = known.used_at < nowMs - artifactLimits.keptMs;
      if (known.state === 'ok' && isUnneeded) await this.noteUsed(known.id, nowMs);
      return { state: known.state, detail: known.detail ?? undefined };
    }
    // A client asks again for some minutes after an upload, and must learn of the error. After this
    // time, the upload begins anew.
    if (known && !isOver(known.used_at + ERROR_LASTS_MS, nowMs, ERROR_LASTS_MS)) {
      return { state: 'error', detail: known.detail ?? '' };
    }
    const missing = await this.#chunks.listMissing(chunks, nowMs);
    if (missing.length > 0 || chunks.length === 0) return { state: 'not_found', missing };
    if ((await this.#countWaiting(projectId)) >= artifactLimits.waitingBundles) {
      return { state: 'error', detail: TOO_MANY };
    }
    const set = { state: 'created', chunks: JSON.stringify(chunks), detail: null } as const;
    await inToldTransaction(this.#database, tell, async (transaction) => {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('artifact_bundles')
        .values({
          ...set,
          project_id: projectId,
          checksum,
          release: wanted.release ?? null,
          dist: wanted.dist ?? null,
          bytes: 0,
          created_at: nowMs,
          used_at: nowMs,
          attempts: 0,
          claimed_at: null,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['project_id', 'checksum'])
            .doUpdateSet({ ...set, attempts: 0, claimed_at: null })
            .where('artifact_bundles.state', '=', 'error'),
        )
        .executeTakeFirst();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    });
    return { state: 'created' };
  }

  /**
   * Claims the next bundle to assemble. Returns undefined when no bundle waits, or when another
   * relay was faster.
   */
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
            whereOver('claimed_at', nowMs - CLAIM_LASTS_MS, CLAIM_LASTS_MS),
          ]),
        ]),
      )
      .orderBy('attempts')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!row) return undefined;
    const { numUpdatedRows } = await kysely
      .updateTable('artifact_bundles')
      .set({ state: 'assembling', claimed_at: nowMs, attempts: row.attempts + 1, detail: null })
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
      attempts: row.attempts + 1,
      isExpired: row.state === 'assembling',
      ...toOptional(row),
    };
  }

  /** Lets the claim of a bundle last from now on. Does nothing when another relay has claimed it. */
  async renew(claimed: WaitingBundle, nowMs: number): Promise<void> {
    await updateClaimed(this.#database.kysely, claimed).set({ claimed_at: nowMs }).execute();
  }

  /** Ends the claim of a bundle. Bundles with fewer attempts are claimed first. */
  async release(claimed: WaitingBundle, { isAttempt }: { isAttempt: boolean }): Promise<void> {
    const attempts = isAttempt ? claimed.attempts : claimed.attempts - 1;
    await updateClaimed(this.#database.kysely, claimed)
      .set({ state: 'created', claimed_at: null, attempts })
      .execute();
  }

  /** Stores why the bundle waits. The bundle is claimed again once this claim has expired. */
  async hold(claimed: WaitingBundle, detail: string): Promise<void> {
    await updateClaimed(this.#database.kysely, claimed).set({ detail }).execute();
  }

  /**
   * Stores the files of an assembled bundle, one of each kind, URL and debug id, and begins the
   * search for earlier events that the bundle fits. Deletes the bundle's chunks, unless another bundle waits for them. Does nothing
   * when another relay has claimed the bundle.
   */
  async settle(
    claimed: WaitingBundle,
    { files, bytes }: { readonly files: readonly BundleFile[]; readonly bytes: number },
  ): Promise<void> {
    await inTransaction(this.#database, async (db) => {
      const bundle = await updateClaimed(db, claimed)
        .set({ state: 'ok', detail: null, bytes, chunks: '[]', claimed_at: null, sought: 0 })
        .returningAll()
        .executeTakeFirst();
      if (!bundle) return;
      await db.deleteFrom('artifact_files').where('bundle_id', '=', claimed.id).execute();
      const rows = listDistinct(files).map((file) => toRow(file, bundle));
      await inChunks(rows, (some) => db.insertInto('artifact_files').values(some).execute());
    });
    await this.#dropChunks(claimed);
  }

  /** Stores at most `artifactLimits.textLength` characters of `detail`. */
  async refuse(
    claimed: WaitingBundle,
    { detail, nowMs }: { readonly detail: string; readonly nowMs: number },
  ): Promise<void> {
    await updateClaimed(this.#database.kysely, claimed)
      .set({
        state: 'error',
        detail: detail.slice(0, artifactLimits.textLength),
        chunks: '[]',
        used_at: nowMs,
        claimed_at: null,
      })
      .execute();
    await this.#dropChunks(claimed);
  }

  /**
   * Begins the search for stored events that the project's uploads fit. Returns false when the
   * project has no uploads.
   */
  async seek(projectId: number): Promise<boolean> {
    const { kysely } = this.#database;
    const newest = kysely
      .selectFrom('artifact_bundles')
      .select('id')
      .where('project_id', '=', projectId)
      .where('state', '=', 'ok')
      .orderBy('id', 'desc')
      .limit(1);
    const { numUpdatedRows } = await kysely
      .updateTable('artifact_bundles')
      .set({ sought: 0 })
      .where('id', 'in', newest)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async findSought(): Promise<SoughtBundle | undefined> {
    const row = await this.#database.kysely
      .selectFrom('artifact_bundles')
      .select(['id', 'project_id as projectId', 'sought'])
      .where('sought', 'is not', null)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return row && { ...row, sought: row.sought ?? 0 };
  }

  /**
   * Stores the last issue that was searched, or null when the search is complete. Does nothing when
   * another process was faster.
   */
  async noteSought({ id, sought }: SoughtBundle, issueId: number | null): Promise<void> {
    await this.#database.kysely
      .updateTable('artifact_bundles')
      .set({ sought: issueId })
      .where('id', '=', id)
      .where('sought', '=', sought)
      .execute();
  }

  async count(projectId: number): Promise<number> {
    const { bundles } = await this.#database.kysely
      .selectFrom('artifact_bundles')
      .select(sql<number>`cast(count(*) as bigint)`.as('bundles'))
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow();
    return bundles;
  }

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
      detail: row.detail ?? undefined,
      bytes: row.bytes,
      files: row.files ?? 0,
      createdAtMs: row.created_at,
      isSought: row.sought === null ? undefined : (true as const),
      ...toOptional(row),
    }));
  }

  /**
   * Deletes a bundle with its files. Map tables that only this bundle used are deleted some time
   * later. Returns false when the project has no such bundle.
   */
  remove(projectId: number, id: number, tell?: JoinedWrite): Promise<boolean> {
    return inToldTransaction(this.#database, tell, async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('artifact_bundles')
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    });
  }

  async noteUsed(id: number, atMs: number): Promise<void> {
    await this.#database.kysely
      .updateTable('artifact_bundles')
      .set({ used_at: atMs })
      .where('id', '=', id)
      .where('used_at', '<', atMs)
      .execute();
  }

  /**
   * Deletes one bundle that no event has needed for as long as its project keeps events. When no
   * bundle is that old, and map tables exceed their share of the storage budget, deletes the bundle
   * that was unneeded for longest. Returns true when it deleted a bundle; more may be left.
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
      .select(['id', 'state', 'detail', 'used_at'])
      .where('project_id', '=', projectId)
      .where('checksum', '=', checksum)
      .executeTakeFirst();
  }

  async #countWaiting(projectId: number): Promise<number> {
    const { count } = await this.#database.kysely
      .selectFrom('artifact_bundles')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('state', 'in', ['created', 'assembling'])
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow();
    return count;
  }

  async #dropChunks({ chunks }: WaitingBundle): Promise<void> {
    for (const checksum of new Set(chunks)) {
      await this.#database.kysely
        .deleteFrom('artifact_blobs')
        .where('kind', '=', 'chunk')
        .where('checksum', '=', checksum)
        .where(isNotAwaited)
        .execute();
    }
  }
}

/** Begins an update that takes effect only while the claim holds. An expired claim was an attempt. */
function updateClaimed(db: Kysely<Schema>, { id, attempts }: WaitingBundle) {
  return db
    .updateTable('artifact_bundles')
    .where('id', '=', id)
    .where('state', '=', 'assembling')
    .where('attempts', '=', attempts);
}

function toOptional({ release, dist }: Pick<Selectable<ArtifactBundlesTable>, 'release' | 'dist'>) {
  return { release: release ?? undefined, dist: dist ?? undefined };
}

/** Returns a file of each kind, URL and debug id, preferably one with a map. */
function listDistinct(files: readonly BundleFile[]): readonly BundleFile[] {
  const distinct = new Map<string, BundleFile>();
  for (const file of files) {
    const key = JSON.stringify([file.kind, file.url, file.debugId]);
    if (file.mapChecksum !== undefined || !distinct.has(key)) distinct.set(key, file);
  }
  return [...distinct.values()];
}

function toRow(file: BundleFile, bundle: Selectable<ArtifactBundlesTable>) {
  return {
    bundle_id: bundle.id,
    project_id: bundle.project_id,
    kind: file.kind,
    debug_id: file.debugId ?? null,
    release: bundle.release,
    dist: bundle.dist,
    url: file.url,
    map_url: file.mapUrl ?? null,
    map_checksum: file.mapChecksum ?? null,
    problem: file.problem ?? null,
    bytes: file.bytes,
  };
}
