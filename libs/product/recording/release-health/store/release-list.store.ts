import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import {
  inChunks,
  type KyselyDatabase,
  toIdList,
  toIdParameter,
  toPortableText,
} from '#persistence/stores';
import { firstSeenAt, selectSeen } from '#product/recording/counts';
import { selectDeploysOfProjects, selectLastDeploys } from './last-deploys.ts';
import { readNewestReleases } from './newest-releases.ts';
import type { NewestRelease } from './newest-releases.ts';
import type {
  ByProject,
  LastDeploy,
  ListedRelease,
  NamedDeploy,
  ProjectRelease,
  ReleaseIssue,
  ReleaseListQuery,
} from './release-list.types.ts';
import { whereBefore, whereInEnvironment, whereWords } from './where-releases.ts';

interface ProjectReleaseRow {
  readonly project_id: number;
  readonly version: string;
  readonly first_at: number;
  readonly previous: string | null;
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
    const { rows } = await sql<{ readonly version: string; readonly first_at: number }>`
      select version, first_at from (
        select version, ${firstSeenAt} as first_at from ${this.#select(projectIds)}
        where ${whereWords(words)} and ${whereInEnvironment(environment, this.#ids(projectIds))}
        group by version
      ) as grouped
      where ${whereBefore(before)}
      order by first_at desc, version desc limit ${limit}`.execute(kysely);
    const projects = await this.#listProjects(
      rows.map(({ version }) => version),
      projectIds,
    );
    return rows.map(({ version, first_at }) => ({
      version,
      firstSeenMs: first_at,
      projectIds: projects.get(version) ?? [],
    }));
  }

  /**
   * Returns the releases of each project that were first seen last, at most `limit` of each. The
   * project whose newest release came last is first.
   */
  async listByProject(query: ReleaseListQuery): Promise<ProjectRelease[]> {
    const { projectIds, environment, words = [], before, limit } = query;
    const { rows } = await sql<ProjectReleaseRow>`
      select project_id, version, first_at, previous, found from (
        select ordered.*, count(*) over (partition by project_id) as found,
          max(first_at) over (partition by project_id) as latest_at,
          row_number() over (partition by project_id order by first_at desc, version desc) as place
        from (
          select grouped.*, lag(version) over (partition by project_id order by first_at, version)
            as previous
          from (
            select project_id, version, ${firstSeenAt} as first_at
            from ${this.#select(projectIds)}
            where ${whereInEnvironment(environment, this.#ids(projectIds))}
            group by project_id, version
          ) as grouped
        ) as ordered
        where ${whereWords(words)} and (${whereBefore(before)})
      ) as ranked
      where place <= ${limit}
      order by latest_at desc, project_id, place`.execute(this.#database.kysely);
    return rows.map(({ project_id, version, first_at, previous, found }) => ({
      projectId: project_id,
      version,
      firstSeenMs: first_at,
      previous: previous ?? undefined,
      found,
    }));
  }

  async count(projectIds: readonly number[]): Promise<number> {
    const { rows } = await sql<{ readonly versions: number }>`
      select count(distinct version) as versions from ${this.#select(projectIds)}`.execute(
      this.#database.kysely,
    );
    return rows[0]!.versions;
  }

  /** Returns undefined when none of the projects knows the release. */
  async find(version: string, projectIds: readonly number[]): Promise<ListedRelease | undefined> {
    const name = toPortableText(version);
    const { rows } = await sql<{ readonly first_at: number }>`
      select ${firstSeenAt} as first_at from ${this.#select(projectIds)}
      where version = ${name} group by version`.execute(this.#database.kysely);
    const [row] = rows;
    if (!row) return undefined;
    const projects = await this.#listProjects([name], projectIds);
    return { version: name, firstSeenMs: row.first_at, projectIds: projects.get(name) ?? [] };
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
      sql`i.first_release = ${toPortableText(version)}
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
      sql`i.regressed_release = ${toPortableText(version)}
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
          (i.status_kind = 'inRelease' and i.resolved_release = ${toPortableText(version)})
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
    const { rows } = await sql<{ readonly version: string; readonly project_id: number }>`
      select distinct version, project_id from ${this.#select(projectIds)}
      where version in (${sql.join(versions)}) order by project_id`.execute(this.#database.kysely);
    const projects = new Map<string, number[]>();
    for (const { version, project_id } of rows) {
      projects.set(version, [...(projects.get(version) ?? []), project_id]);
    }
    return projects;
  }

  #select(projectIds: readonly number[]): RawBuilder<unknown> {
    return selectSeen(this.#ids(projectIds));
  }

  #ids(projectIds: readonly number[]): RawBuilder<number> {
    const { kind } = this.#database;
    return toIdList(kind, toIdParameter(kind, projectIds));
  }
}
