import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { releaseLimits } from '#shared';
import type { KyselyDatabase, Schema, StoreSettings } from '#persistence/stores';
import { inTransaction, Overtaken, toIdList, toIdParameter, toLike } from '#persistence/stores';
import { tellNames } from '#product/recording/counts';
import type { ToldName } from '#product/recording/counts';
import { raiseProjects } from '#product/recording/changes';
import type { ToldCommit } from '../rules/told-release.ts';
import { findArrival } from './find-arrival.ts';
import type { Arrival, ArrivalQuery } from './find-arrival.ts';
import { findSuspect } from './find-suspect.ts';
import type { FoundSuspect, SuspectQuery } from './find-suspect.ts';
import { noteFirstSeen } from './note-releases.ts';
import {
  completeReleases,
  isTold,
  selectReleases,
  toCommit,
  toDeploy,
} from './read-told-releases.ts';
import type {
  NewDeploy,
  ReleaseChanges,
  ReleaseQuery,
  TellRelease,
  ToldDeploy,
  ToldRelease,
} from './told-release.types.ts';
import {
  changeRelease,
  dropOldestReleases,
  listProjects,
  lockRelease,
  removeRelease,
} from './write-told-releases.ts';

interface ToldVersion {
  readonly version: string;
  /** When it was told. Absent means now. */
  readonly atMs?: number;
}

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
  upsert(
    version: string,
    changes: ReleaseChanges & { readonly atMs: number },
    tell?: TellRelease,
  ): Promise<boolean> {
    const { dialect } = this.#database;
    return inTransaction(this.#database, async (db) => {
      const made = await db
        .insertInto('told_releases')
        .values({
          version,
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
      const { isChanged, raised } = await this.#change(db, id, { version, ...changes });
      const did = made ? 'made' : 'changed';
      if (made || isChanged) await tell?.(did, await listProjects(db, id))(db);
      if (made) await dropOldestReleases(db);
      await raiseProjects(db, raised);
      return made !== undefined;
    });
  }

  /** Returns false when the release does not exist. */
  change(version: string, changes: ReleaseChanges, tell?: TellRelease): Promise<boolean> {
    const { dialect } = this.#database;
    return inTransaction(this.#database, async (db) => {
      const id = await lockRelease(db, dialect, version);
      if (id === undefined) return false;
      const { isChanged, raised } = await this.#change(db, id, { version, ...changes });
      if (isChanged) await tell?.('changed', await listProjects(db, id))(db);
      await raiseProjects(db, raised);
      return true;
    });
  }

  /** Commits of the release are those that readers of the projects see. */
  async find(version: string, projectIds: readonly number[]): Promise<ToldRelease | undefined> {
    const { kysely } = this.#database;
    const rows = await selectReleases(kysely).where('version', '=', version).execute();
    return (await completeReleases(kysely, rows, this.#isTold(projectIds)))[0];
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
    return completeReleases(kysely, rows, this.#isTold(projectIds));
  }

  /**
   * Projects forget the release unless events or sessions name it. Returns false when it does not
   * exist.
   */
  remove(version: string, tell?: TellRelease): Promise<boolean> {
    const { dialect } = this.#database;
    return inTransaction(this.#database, async (db) => {
      const id = await lockRelease(db, dialect, version);
      if (id === undefined) return false;
      await tell?.('removed', await listProjects(db, id))(db);
      await removeRelease(db, { id, version });
      return true;
    });
  }

  /** Returns commits that were told to one of the projects, in the order in which they were sent. */
  async listCommits(releaseId: number, projectIds: readonly number[]): Promise<ToldCommit[]> {
    const rows = await this.#database.kysely
      .selectFrom('told_commits')
      .selectAll()
      .where('release_id', '=', releaseId)
      .where(this.#isTold(projectIds))
      .orderBy('place')
      .execute();
    return rows.map(toCommit);
  }

  /**
   * Returns the last release before this one that is in any of the projects and has commits or refs
   * for them. Returns undefined when there is no such release.
   */
  async findPreviousWithCommits(
    release: Pick<ToldRelease, 'id'>,
    projectIds: readonly number[],
  ): Promise<ToldRelease | undefined> {
    const { kysely } = this.#database;
    const isSeen = this.#isTold(projectIds);
    const rows = await selectReleases(kysely)
      .where('id', '<', release.id)
      .where('id', 'in', this.#selectOf(kysely, projectIds))
      .where((where) =>
        where.or(
          // A list of releases would read all commits. Each of these stops at the first.
          (['told_commits', 'told_refs'] as const).map((table) =>
            where.exists(
              where
                .selectFrom(table)
                .select('release_id')
                .whereRef('release_id', '=', 'told_releases.id')
                .where(isSeen),
            ),
          ),
        ),
      )
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    return (await completeReleases(kysely, rows, isSeen))[0];
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
  addDeploy(
    version: string,
    deploy: NewDeploy,
    tell?: TellRelease,
  ): Promise<ToldDeploy | undefined> {
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
          environment: deploy.environment,
          name: deploy.name ?? null,
          url: deploy.url ?? null,
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
      await tell?.('deployed', deploy.projectIds ?? (await listProjects(db, releaseId)))(db);
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

  /** Applies the changes and runs the commit steps. The caller raises the projects of `raised`. */
  async #change(
    transaction: Transaction<Schema>,
    id: number,
    { version, atMs, ...changes }: ReleaseChanges & ToldVersion,
  ): Promise<{ readonly isChanged: boolean; readonly raised: readonly number[] }> {
    const isChanged = await changeRelease(transaction, id, changes);
    await this.#tell(transaction, { id, kind: 'release', name: version });
    const { commits = [] } = changes;
    const projectIds = await listProjects(transaction, id);
    const { dialect } = this.#database;
    const nowMs = this.#settings.clock.nowMs();
    const raised: number[] = [];
    for (const run of commits.length > 0 ? this.#settings.commitSteps : []) {
      raised.push(...(await run({ transaction, dialect, version, projectIds, commits, nowMs })));
    }
    // Commit steps lock issues, which recording locks before releases.
    const told = projectIds.map((projectId) => ({
      projectId,
      release: version,
      atMs: atMs ?? nowMs,
    }));
    await noteFirstSeen(transaction, told, { isSeen: false });
    return { isChanged, raised };
  }

  #isTold(projectIds: readonly number[]) {
    const { kind } = this.#database;
    return isTold(kind, toIdList(kind, toIdParameter(kind, projectIds)));
  }

  #selectOf(db: Kysely<Schema>, projectIds: readonly number[]) {
    const { kind } = this.#database;
    return db
      .selectFrom('told_release_projects')
      .select('release_id')
      .where('project_id', 'in', toIdList(kind, toIdParameter(kind, projectIds)));
  }
}
