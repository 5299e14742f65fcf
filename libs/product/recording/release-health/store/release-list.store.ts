import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import {
  inChunks,
  type KyselyDatabase,
  toIdList,
  toIdParameter,
  toPortableText,
} from '#persistence/stores';
import { sortReleases } from '#shared';
import { findPrevious, readEarlier } from './find-previous.ts';
import type { ReleaseOfProject } from './find-previous.ts';
import { selectDeploysOfProjects, selectLastDeploys } from './last-deploys.ts';
import { readNewestReleases } from './newest-releases.ts';
import type { NewestRelease } from './newest-releases.ts';
import type {
  ByProject,
  LastDeploy,
  ListedRelease,
  NamedDeploy,
  ProjectRelease,
  ReleaseEdge,
  ReleaseIssue,
  ReleaseListQuery,
} from './release-list.types.ts';
import { selectNewest } from './select-newest.ts';
import { whereBefore, whereInEnvironment, whereWords } from './where-releases.ts';

interface SeenRow {
  readonly release: string;
  readonly first_seen_at: number;
}

interface ProjectReleaseRow extends SeenRow {
  readonly project_id: number;
  readonly found: number;
}

interface IssueRow {
  readonly id: number;
  readonly slug: string;
  readonly number: number;
  readonly type: string;
  readonly value: string;
  readonly events: number;
  readonly users: number;
  readonly first_seen_at: number;
}

/**
 * Lists the releases of projects by everything that tells of them: events, sessions, and clients of
 * the API. The caller checks permissions, and passes only projects that the visitor sees. All
 * methods reject with `database.unavailable`.
 */
export class ReleaseListStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Returns the releases that were first seen last first, at most `limit`. The database groups all
   * releases of these projects, of which a project has at most 10,000.
   */
  async list(query: ReleaseListQuery): Promise<ListedRelease[]> {
    const { projectIds, environment, words = [], before, limit } = query;
    const { kysely } = this.#database;
    const ids = this.#ids(projectIds);
    const { rows } = await sql<SeenRow>`
      select * from (
        select release, min(first_seen_at) as first_seen_at from releases
        where project_id in ${ids} and ${whereWords(words)} and ${whereInEnvironment(environment, ids)}
        group by release
      ) as grouped
      where ${whereBefore(before)}
      order by first_seen_at desc, release desc limit ${limit}`.execute(kysely);
    const projects = await this.#listProjects(
      rows.map(({ release }) => release),
      projectIds,
    );
    return rows.map(({ release, first_seen_at }) => ({
      version: release,
      firstSeenMs: first_seen_at,
      projectIds: projects.get(release) ?? [],
    }));
  }

  /**
   * Returns the releases of each project that were first seen last, at most `limit` of each. The
   * project whose newest release came last is first.
   */
  async listByProject(query: ReleaseListQuery): Promise<ProjectRelease[]> {
    const { projectIds, environment, words = [], before, limit } = query;
    const ids = this.#ids(projectIds);
    const inEnvironment = whereInEnvironment(environment, ids);
    const where = sql`${whereWords(words)} and ${inEnvironment} and ${whereBefore(before)}`;
    const { rows } = await sql<ProjectReleaseRow>`
      select newest.*, counts.found from ${selectNewest(ids, { limit, where })}
      join (
        select project_id, count(*) as found, max(first_seen_at) as latest_at from releases
        where project_id in ${ids} and ${where} group by project_id
      ) as counts on counts.project_id = newest.project_id
      order by latest_at desc, newest.project_id, place`.execute(this.#database.kysely);
    return rows.map(({ project_id, release, first_seen_at, found }) => ({
      projectId: project_id,
      version: release,
      firstSeenMs: first_seen_at,
      found,
    }));
  }

  /** Returns the release before each of these, of those seen in `environment` if it is given. */
  findPrevious(
    releases: readonly ReleaseOfProject[],
    environment?: string,
  ): Promise<ByProject<string>> {
    const ids = this.#ids([...new Set(releases.map(({ projectId }) => projectId))]);
    return findPrevious(this.#database, releases, whereInEnvironment(environment, ids));
  }

  /**
   * Returns releases of the same package that each project first saw before this one, at most 50 of
   * each, the newest by version first. The first is the one before.
   */
  async listEarlier({ version, projectIds }: ListedRelease): Promise<ReleaseEdge[]> {
    const asked = projectIds.map((projectId) => ({ projectId, version }));
    const times = new Map<string, number>();
    for (const { earlier } of await readEarlier(this.#database, asked)) {
      for (const [name, atMs] of earlier)
        times.set(name, Math.min(times.get(name) ?? Infinity, atMs));
    }
    const newest = sortReleases(times.keys(), times).toReversed();
    return newest.map((name) => ({ version: name, firstSeenMs: times.get(name)! }));
  }

  async count(projectIds: readonly number[]): Promise<number> {
    const { rows } = await sql<{ readonly versions: number }>`
      select count(distinct release) as versions from releases
      where project_id in ${this.#ids(projectIds)}`.execute(this.#database.kysely);
    return rows[0]!.versions;
  }

  /** Returns undefined when none of the projects knows the release. */
  async find(version: string, projectIds: readonly number[]): Promise<ListedRelease | undefined> {
    const name = toPortableText(version);
    const { rows } = await sql<{ readonly project_id: number; readonly first_seen_at: number }>`
      select project_id, first_seen_at from releases
      where project_id in ${this.#ids(projectIds)} and release = ${name}
      order by project_id`.execute(this.#database.kysely);
    if (rows.length === 0) return undefined;
    return {
      version: name,
      firstSeenMs: Math.min(...rows.map((row) => row.first_seen_at)),
      projectIds: rows.map((row) => row.project_id),
    };
  }

  /**
   * Counts the issues of each project that began in each release. Issues from before `sinceMs` are
   * not read. Releases without any are missing.
   */
  async countNewIssues(
    versions: readonly string[],
    { projectIds, sinceMs }: { readonly projectIds: readonly number[]; readonly sinceMs: number },
  ): Promise<ByProject<number>> {
    return this.#countIssues('first_release', versions, {
      projectIds,
      where: sql`first_seen_at >= ${sinceMs}`,
    });
  }

  /**
   * Counts the issues of each project that last came back in each release. Releases without any are
   * missing.
   */
  async countRegressedIssues(
    versions: readonly string[],
    { projectIds }: { readonly projectIds: readonly number[] },
  ): Promise<ByProject<number>> {
    return this.#countIssues('regressed_release', versions, { projectIds, where: sql`1 = 1` });
  }

  /** Returns issues whose first event has the release, the latest first, at most `limit`. */
  listNewIssues(
    version: string,
    { projectIds, limit }: { readonly projectIds: readonly number[]; readonly limit: number },
  ): Promise<ReleaseIssue[]> {
    return this.#listIssues(
      projectIds,
      sql`i.first_release = ${version}
        order by i.first_seen_at desc, i.id desc limit ${limit}`,
    );
  }

  /** Returns issues that last came back in the release, the latest first, at most `limit`. */
  listRegressedIssues(
    version: string,
    { projectIds, limit }: { readonly projectIds: readonly number[]; readonly limit: number },
  ): Promise<ReleaseIssue[]> {
    return this.#listIssues(
      projectIds,
      sql`i.regressed_release = ${version}
        order by i.last_seen_at desc, i.id desc limit ${limit}`,
    );
  }

  /**
   * Returns issues that are resolved in the release, or in the next one after `previous`, those
   * that were resolved last first, at most `limit`.
   */
  listResolvedIssues(
    version: string,
    {
      projectIds,
      previous,
      limit,
    }: {
      readonly projectIds: readonly number[];
      readonly previous: string | undefined;
      readonly limit: number;
    },
  ): Promise<ReleaseIssue[]> {
    const inNext =
      previous === undefined
        ? sql`1 = 0`
        : sql`(i.status_kind = 'nextRelease' and i.resolved_release = ${previous})`;
    return this.#listIssues(
      projectIds,
      sql`i.status = 'resolved' and (
          (i.status_kind = 'inRelease' and i.resolved_release = ${version})
          or ${inNext}
        ) order by i.status_since desc, i.id desc limit ${limit}`,
    );
  }

  /** Returns whether projects have these issues, merged ones included. */
  async findNamedIssues(
    named: readonly { readonly projectId: number; readonly number: number }[],
  ): Promise<(projectId: number, number: number) => boolean> {
    const { kysely } = this.#database;
    const projectIds = [...new Set(named.map(({ projectId }) => projectId))];
    const rows = await inChunks([...new Set(named.map(({ number }) => number))], (numbers) =>
      kysely
        .selectFrom('issues')
        .select(['project_id', 'number'])
        .where('project_id', 'in', projectIds)
        .where('number', 'in', numbers)
        .execute(),
    );
    const found = new Set(rows.map(({ project_id, number }) => `${project_id} ${number}`));
    return (projectId, number) => found.has(`${projectId} ${number}`);
  }

  /**
   * Returns the last deploy of each project and release into any environment, or into `environment`.
   * Deploys that name other projects alone do not count. Reads the last 500 deploys of all
   * `versions`, times the number of projects.
   */
  listLastDeploys(
    versions: readonly string[],
    query: Pick<ReleaseListQuery, 'projectIds' | 'environment'>,
  ): Promise<ByProject<LastDeploy>> {
    return selectLastDeploys(this.#database.kysely, versions, query);
  }

  /** Returns the last deploy of each project into any environment. Reads the last 20 of each. */
  listDeploysOfProjects(projectIds: readonly number[]): Promise<ReadonlyMap<number, NamedDeploy>> {
    return selectDeploysOfProjects(this.#database.kysely, this.#ids(projectIds));
  }

  /** Returns, by project, what compares its newest release with the one before. */
  listNewest(
    projectIds: readonly number[],
    span: { readonly sinceMs: number; readonly nowMs: number },
  ): Promise<ReadonlyMap<number, NewestRelease>> {
    return readNewestReleases(this.#database, this.#ids(projectIds), span);
  }

  async #countIssues(
    column: 'first_release' | 'regressed_release',
    versions: readonly string[],
    asked: { readonly projectIds: readonly number[]; readonly where: RawBuilder<unknown> },
  ): Promise<ByProject<number>> {
    const counts = new Map(asked.projectIds.map((id) => [id, new Map<string, number>()]));
    if (versions.length === 0) return counts;
    const release = sql.ref(column);
    const { rows } = await sql<{
      readonly project_id: number;
      readonly version: string;
      readonly issues: number;
    }>`
      select project_id, ${release} as version, count(*) as issues from issues
      where ${asked.where} and project_id in ${this.#ids(asked.projectIds)}
        and ${release} in (${sql.join(versions)}) and merged_into is null
      group by project_id, ${release}`.execute(this.#database.kysely);
    for (const { project_id, version, issues } of rows)
      counts.get(project_id)?.set(version, issues);
    return counts;
  }

  async #listIssues(
    projectIds: readonly number[],
    where: RawBuilder<unknown>,
  ): Promise<ReleaseIssue[]> {
    const { rows } = await sql<IssueRow>`
      select i.id, projects.slug, i.number, i.type, i.value, i.events, i.users, i.first_seen_at
      from issues i join projects on projects.id = i.project_id
      where i.project_id in ${this.#ids(projectIds)} and i.merged_into is null and ${where}
    `.execute(this.#database.kysely);
    return rows.map(({ slug, first_seen_at, ...row }) => ({
      ...row,
      projectSlug: slug,
      firstSeenMs: first_seen_at,
    }));
  }

  async #listProjects(
    versions: readonly string[],
    projectIds: readonly number[],
  ): Promise<ReadonlyMap<string, readonly number[]>> {
    if (versions.length === 0) return new Map();
    const { rows } = await sql<{ readonly release: string; readonly project_id: number }>`
      select release, project_id from releases
      where project_id in ${this.#ids(projectIds)} and release in (${sql.join(versions)})
      order by project_id`.execute(this.#database.kysely);
    const projects = new Map<string, number[]>();
    for (const { release, project_id } of rows) {
      projects.set(release, [...(projects.get(release) ?? []), project_id]);
    }
    return projects;
  }

  #ids(projectIds: readonly number[]): RawBuilder<number> {
    const { kind } = this.#database;
    return toIdList(kind, toIdParameter(kind, projectIds));
  }
}
