import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { releaseLimits } from '#shared';
import type { KyselyDatabase, Schema, StoreSettings } from '#persistence/stores';
import {
  inTransaction,
  Overtaken,
  toIdList,
  toIdParameter,
  toLike,
  toPortableText,
  toPortableTextOrNull,
} from '#persistence/stores';
import { tellNames } from '#product/recording/counts';
import type { ToldName } from '#product/recording/counts';
import type { ToldCommit } from '../rules/told-release.ts';
import { findArrival } from './find-arrival.ts';
import type { Arrival, ArrivalQuery } from './find-arrival.ts';
import { findSuspect } from './find-suspect.ts';
import type { FoundSuspect, SuspectQuery } from './find-suspect.ts';
import { completeReleases, selectReleases, toCommit, toDeploy } from './read-told-releases.ts';
import type {
  NewDeploy,
  ReleaseChanges,
  ReleaseQuery,
  ToldDeploy,
  ToldRelease,
} from './told-release.types.ts';
import { changeRelease, dropOldestReleases, lockRelease } from './write-told-releases.ts';

/**
 * Stores what API clients report about releases: projects, commits, refs, dates, deploys. Beyond
 * `releaseLimits`, the oldest releases of the projects that share most, and the first deploys of a
 * release, are dropped. The caller checks permissions. All methods reject with `database.unavailable`.
 */
export class ReportedReleaseStore {
  readonly #database: KyselyDatabase;

  readonly #settings: Pick<StoreSettings, 'clock' | 'commitSteps'>;

  constructor(database: KyselyDatabase, settings: Pick<StoreSettings, 'clock' | 'commitSteps'>) {
    this.#database = database;
    this.#settings = settings;
  }

  /**
   * Creates the release unless its version exists, and applies the changes. Returns whether the
   * release is new.
   */
  upsert(version: string, changes: ReleaseChanges & { readonly atMs: number }): Promise<boolean> {
    const { dialect } = this.#database;
    return inTransaction(this.#database, async (db) => {
      const made = await db
        .insertInto('told_releases')
        .values({
          version: toPortableText(version),
          status: 'open',
          ref: null,
          url: null,
          created_at: changes.atMs,
          started_at: null,
          released_at: null,
        })
        .onConflict((conflict) => conflict.column('version').doNothing())
        .returning('id')
        .executeTakeFirst();
      const id = made?.id ?? (await lockRelease(db, dialect, version));
      if (id === undefined) throw new Overtaken();
      await changeRelease(db, id, changes);
      await this.#tell(db, { id, kind: 'release', name: version });
      if (made) await dropOldestReleases(db);
      await this.#runCommitSteps(db, { id, version, ...changes });
      return made !== undefined;
    });
  }

  /** Returns false when the release does not exist. */
  change(version: string, changes: ReleaseChanges): Promise<boolean> {
    const { dialect } = this.#database;
    return inTransaction(this.#database, async (db) => {
      const id = await lockRelease(db, dialect, version);
      if (id === undefined) return false;
      await changeRelease(db, id, changes);
      await this.#tell(db, { id, kind: 'release', name: version });
      await this.#runCommitSteps(db, { id, version, ...changes });
      return true;
    });
  }

  async find(version: string): Promise<ToldRelease | undefined> {
    const { kysely } = this.#database;
    const rows = await selectReleases(kysely)
      .where('version', '=', toPortableText(version))
      .execute();
    return (await completeReleases(kysely, rows))[0];
  }

  /** Returns the releases, most recently reported first. */
  async list({ projectIds, status, text, offset, limit }: ReleaseQuery): Promise<ToldRelease[]> {
    const { kysely } = this.#database;
    let query = selectReleases(kysely).where('id', 'in', this.#selectOf(kysely, projectIds));
    if (status) query = query.where('status', '=', status);
    if (text !== undefined) {
      const pattern = toLike(['', text, '']);
      query = query.where(sql<boolean>`lower(version) like ${pattern} escape '\\'`);
    }
    const rows = await query.orderBy('id', 'desc').offset(offset).limit(limit).execute();
    return completeReleases(kysely, rows);
  }

  /** Returns false when the release does not exist. */
  async remove(version: string): Promise<boolean> {
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('told_releases')
      .where('version', '=', toPortableText(version))
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** Returns commits in the order in which they were sent. */
  async listCommits(releaseId: number): Promise<ToldCommit[]> {
    const rows = await this.#database.kysely
      .selectFrom('told_commits')
      .selectAll()
      .where('release_id', '=', releaseId)
      .orderBy('place')
      .execute();
    return rows.map(toCommit);
  }

  /**
   * Returns the last release before this one that has commits or refs and is in any of the
   * projects. Returns undefined when there is no such release.
   */
  async findPreviousWithCommits(
    release: Pick<ToldRelease, 'id'>,
    projectIds: readonly number[],
  ): Promise<ToldRelease | undefined> {
    const { kysely } = this.#database;
    const rows = await selectReleases(kysely)
      .where('id', '<', release.id)
      .where('id', 'in', this.#selectOf(kysely, projectIds))
      .where((where) =>
        where.or([
          where('id', 'in', where.selectFrom('told_commits').select('release_id')),
          where('id', 'in', where.selectFrom('told_refs').select('release_id')),
        ]),
      )
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    return (await completeReleases(kysely, rows))[0];
  }

  /** Returns undefined when no reported commit changed any of the files before the error. */
  findSuspect(query: SuspectQuery): Promise<FoundSuspect | undefined> {
    return findSuspect(this.#database, query);
  }

  /** Says how the release came to the project before an event that occurred at this time. */
  findArrival(query: ArrivalQuery): Promise<Arrival> {
    return findArrival(this.#database.kysely, query);
  }

  /** Returns undefined when the release does not exist. */
  addDeploy(version: string, deploy: NewDeploy): Promise<ToldDeploy | undefined> {
    const { dialect } = this.#database;
    return inTransaction(this.#database, async (db) => {
      const releaseId = await lockRelease(db, dialect, version);
      if (releaseId === undefined) return undefined;
      const { environment: name } = deploy;
      await this.#tell(db, { id: releaseId, kind: 'environment', name }, deploy.projectIds);
      const row = await db
        .insertInto('told_deploys')
        .values({
          release_id: releaseId,
          environment: toPortableText(deploy.environment),
          name: toPortableTextOrNull(deploy.name),
          url: toPortableTextOrNull(deploy.url),
          started_at: deploy.startedAtMs ?? null,
          finished_at: deploy.finishedAtMs,
          project_ids: deploy.projectIds ? JSON.stringify(deploy.projectIds) : null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await db
        .deleteFrom('told_deploys')
        .where('release_id', '=', releaseId)
        .where('id', '<=', (rows) =>
          rows
            .selectFrom('told_deploys')
            .select('id')
            .where('release_id', '=', releaseId)
            .orderBy('id', 'desc')
            .offset(releaseLimits.deploysPerRelease)
            .limit(1),
        )
        .execute();
      return toDeploy(row);
    });
  }

  /** Returns deploys, the latest first. */
  async listDeploys(releaseId: number): Promise<ToldDeploy[]> {
    const rows = await this.#database.kysely
      .selectFrom('told_deploys')
      .selectAll()
      .where('release_id', '=', releaseId)
      .orderBy('id', 'desc')
      .execute();
    return rows.map(toDeploy);
  }

  /** Keeps a place for the name in the counts of projects of the release with this id. */
  async #tell(
    transaction: Transaction<Schema>,
    { id, ...told }: Omit<ToldName, 'projectId'> & { readonly id: number },
    wanted?: readonly number[],
  ): Promise<void> {
    const ofRelease = await listProjects(transaction, id);
    const projectIds = ofRelease.filter((projectId) => wanted?.includes(projectId) ?? true);
    const names = projectIds.map((projectId) => ({ ...told, projectId }));
    await tellNames(transaction, names, this.#settings.clock.nowMs());
  }

  async #runCommitSteps(
    transaction: Transaction<Schema>,
    {
      id,
      version,
      commits = [],
    }: ReleaseChanges & { readonly id: number; readonly version: string },
  ): Promise<void> {
    if (commits.length === 0) return;
    const projectIds = await listProjects(transaction, id);
    const { dialect } = this.#database;
    const nowMs = this.#settings.clock.nowMs();
    for (const run of this.#settings.commitSteps) {
      await run({ transaction, dialect, version, projectIds, commits, nowMs });
    }
  }

  #selectOf(db: Kysely<Schema>, projectIds: readonly number[]) {
    const { kind } = this.#database;
    return db
      .selectFrom('told_release_projects')
      .select('release_id')
      .where('project_id', 'in', toIdList(kind, toIdParameter(kind, projectIds)));
  }
}

async function listProjects(db: Kysely<Schema>, releaseId: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('told_release_projects')
    .select('project_id')
    .where('release_id', '=', releaseId)
    .orderBy('project_id')
    .execute();
  return rows.map(({ project_id: projectId }) => projectId);
}
