import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { sessionLimits } from '#shared';
import {
  DAY_MS,
  HOUR_MS,
  type KyselyDatabase,
  type Schema,
  toBucketStart,
  toLike,
  toPortableText,
  groupByName,
} from '#persistence/stores';
import { DistinctSketch } from '../rules/distinct-sketch.ts';
import type { SessionSums } from '../rules/health.ts';
import { sumOfTold } from './sum-by-environment.ts';
import type {
  ReleaseDaySums,
  SessionHour,
  SessionQuery,
  SessionSumsQuery,
  SummedSessions,
} from './session.types.ts';

const ROWS_PER_STEP = 1000;

/** PostgreSQL sums `bigint` to `numeric`, which its driver reads as text. */
type Sum = number | string;

const startOfDay = sql<number>`starts_at - starts_at % ${sql.lit(DAY_MS)}`;

/** Reads how sessions of releases ended. All methods reject with `database.unavailable`. */
export class ReleaseHealthStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Sums sessions by project and release from the beginning of the day (UTC) of `sinceMs` until the
   * end of the day before `beforeMs`. Sessions beyond the limit of a day are counted without a
   * release. Reads the sketches of `versions` alone, because they are large.
   */
  async sumByRelease(query: SessionSumsQuery): Promise<SummedSessions> {
    const { versions, ...rest } = query;
    const { sinceMs, beforeMs = Number.MAX_SAFE_INTEGER } = query;
    const whole = {
      ...rest,
      sinceMs: toBucketStart(sinceMs, DAY_MS),
      beforeMs: toBucketStart(beforeMs, DAY_MS),
    };
    const hours = await this.#sumHours(whole).execute();
    const ofProjects = new Map<number, number>();
    for (const { project_id, sessions } of hours) {
      ofProjects.set(project_id, Number(sessions) + (ofProjects.get(project_id) ?? 0));
    }
    const wanted = versions && new Set<string | null>(versions.map(toPortableText));
    const asked = wanted ? hours.filter(({ name }) => wanted.has(name)) : hours;
    if (asked.length === 0) return { releases: [], ofProjects };
    const ids = wanted && asked.map(({ release_id }) => release_id);
    const sketches = groupByName(await this.#readDays(whole, ids), toName);
    const releases = asked.map((row) => {
      const ofRelease = sketches.get(toName(row)) ?? [];
      const count = (column: 'users' | 'crashed_users' | 'errored'): number =>
        countDistinct(ofRelease.map((each) => each[column]));
      return {
        projectId: row.project_id,
        release: row.name ?? undefined,
        sessions: Number(row.sessions),
        // Sketches are estimates, so the sum may exceed the sessions.
        errored: Math.min(Number(row.sessions), Number(row.errored) + count('errored')),
        crashed: Number(row.crashed),
        abnormal: Number(row.abnormal),
        failed: Number(row.failed),
        failedOf: Number(row.failed_of),
        unhandled: countUnhandled(row),
        users: count('users'),
        crashedUsers: count('crashed_users'),
      };
    });
    return { releases, ofProjects };
  }

  /**
   * Sums sessions by project from the beginning of the day (UTC) of `sinceMs` on. Projects without
   * sessions are missing.
   */
  async sumByProject(
    projectIds: readonly number[],
    sinceMs: number,
  ): Promise<ReadonlyMap<number, Pick<SessionSums, 'sessions' | 'failed' | 'failedOf'>>> {
    if (projectIds.length === 0) return new Map();
    const rows = await this.#select({ projectIds, sinceMs: toBucketStart(sinceMs, DAY_MS) })
      .select(({ fn }) => [
        'session_hours.project_id',
        fn.sum<Sum>('sessions').as('sessions'),
        fn.sum<Sum | null>('failed').as('failed'),
        sumOfTold(sql.ref('sessions')).as('failed_of'),
      ])
      .groupBy('session_hours.project_id')
      .execute();
    return new Map(
      rows.map(({ project_id, sessions, failed, failed_of }) => [
        project_id,
        { sessions: Number(sessions), failed: Number(failed), failedOf: Number(failed_of) },
      ]),
    );
  }

  /**
   * Sums the sessions of these versions by project, release and day (UTC) since the beginning of the
   * hour of `sinceMs`. Reads no sketches, and is therefore cheap for many releases.
   */
  async listDays(
    versions: readonly string[],
    query: SessionQuery,
  ): Promise<readonly ReleaseDaySums[]> {
    if (versions.length === 0 || query.projectIds.length === 0) return [];
    const rows = await this.#sumHours(query)
      .select(startOfDay.as('day'))
      // Joins the names of few rows, because a project may have counts of thousands of releases.
      .where('session_hours.release_id', 'in', (names) =>
        names
          .selectFrom('counted_names')
          .select('counted_names.id')
          .where('kind', '=', 'release')
          .where('counted_names.project_id', 'in', query.projectIds)
          .where('name', 'in', [...new Set(versions)]),
      )
      .groupBy(startOfDay)
      .execute();
    return rows.map((row) => ({
      projectId: row.project_id,
      release: row.name!,
      startsAtMs: row.day,
      sessions: Number(row.sessions),
      crashed: Number(row.crashed),
      failed: Number(row.failed),
      failedOf: Number(row.failed_of),
      unhandled: countUnhandled(row),
    }));
  }

  /**
   * Lists releases of this version, with sessions or without. A version without a package also stands
   * for that version of every package: `1.4.0` for `web@1.4.0`.
   */
  async listReleases(version: string, projectIds: readonly number[]): Promise<string[]> {
    const rows = await this.#database.kysely
      .selectFrom('counted_names')
      .select('name')
      .distinct()
      .where('project_id', 'in', projectIds)
      .where('kind', '=', 'release')
      .where((where) =>
        where.or([
          where('name', '=', version),
          ...(version.includes('@')
            ? []
            : [sql<boolean>`lower(name) like ${toLike(['', `@${version}`])} escape '\\'`]),
        ]),
      )
      .orderBy('name')
      .execute();
    return rows.map(({ name }) => name);
  }

  /**
   * Lists the hours in which sessions of the release began, oldest first, over all `projectIds`. An
   * hour says how many sessions failed only when it says so for all of them.
   */
  async listHours(release: string, query: SessionQuery): Promise<readonly SessionHour[]> {
    const rows = await this.#select(query)
      .select(({ fn }) => [
        'session_hours.starts_at',
        fn.sum<Sum>('sessions').as('sessions'),
        fn.sum<Sum>('crashed').as('crashed'),
        sql<Sum | null>`case when count(*) = count(failed) then sum(failed) end`.as('failed'),
      ])
      .where('releases.name', '=', release)
      .groupBy('session_hours.starts_at')
      .orderBy('session_hours.starts_at')
      .execute();
    return rows.map((row) => ({
      startsAtMs: row.starts_at,
      sessions: Number(row.sessions),
      crashed: Number(row.crashed),
      failed: row.failed === null ? undefined : Number(row.failed),
    }));
  }

  /** Deletes some rows that are kept no longer. Returns true when more may remain. */
  async removeOld(nowMs: number): Promise<boolean> {
    const db = this.#database.kysely;
    const hours = await removeSome(db, 'session_hours', nowMs - sessionLimits.hoursKeptMs);
    const days = await removeSome(db, 'session_days', nowMs - sessionLimits.daysKeptMs);
    const { numDeletedRows } = await db
      .deleteFrom('session_ends')
      .where('seen_at', '<', nowMs - sessionLimits.endsKeptMs)
      .where('seen_at', '<=', (ends) =>
        ends
          .selectFrom('session_ends')
          .select(({ fn }) => fn.max('seen_at').as('seen_at'))
          .where('seen_at', 'in', (some) =>
            some
              .selectFrom('session_ends')
              .select('seen_at')
              .orderBy('seen_at')
              .limit(ROWS_PER_STEP),
          ),
      )
      .executeTakeFirst();
    return [hours, days, Number(numDeletedRows)].some((rows) => rows >= ROWS_PER_STEP);
  }

  #select({ projectIds, sinceMs, beforeMs = Number.MAX_SAFE_INTEGER, environment }: SessionQuery) {
    return this.#database.kysely
      .selectFrom('session_hours')
      .leftJoin('counted_names as releases', 'releases.id', 'session_hours.release_id')
      .where('session_hours.project_id', 'in', projectIds)
      .where('session_hours.starts_at', '>=', toBucketStart(sinceMs, HOUR_MS))
      .where('session_hours.starts_at', '<', beforeMs)
      .$if(environment !== undefined, (rows) =>
        rows.where('session_hours.environment_id', 'in', (names) =>
          names
            .selectFrom('counted_names')
            .select('counted_names.id')
            .where('kind', '=', 'environment')
            .where('counted_names.project_id', 'in', projectIds)
            .where('name', '=', environment ?? ''),
        ),
      );
  }

  #sumHours(query: SessionQuery) {
    return this.#select(query)
      .select(({ fn }) => [
        'session_hours.project_id',
        'session_hours.release_id',
        'releases.name',
        fn.sum<Sum>('sessions').as('sessions'),
        fn.sum<Sum>('errored').as('errored'),
        fn.sum<Sum>('crashed').as('crashed'),
        fn.sum<Sum>('abnormal').as('abnormal'),
        fn.sum<Sum | null>('failed').as('failed'),
        sumOfTold(sql.ref('sessions')).as('failed_of'),
        sumOfTold(sql.ref('crashed')).as('crashed_of'),
      ])
      .groupBy(['session_hours.project_id', 'session_hours.release_id', 'releases.name']);
  }

  #readDays(
    { projectIds, sinceMs, beforeMs = Number.MAX_SAFE_INTEGER, environment }: SessionQuery,
    releaseIds: readonly number[] | undefined,
  ) {
    return this.#database.kysely
      .selectFrom('session_days')
      .select(['project_id', 'release_id', 'users', 'crashed_users', 'errored'])
      .where('project_id', 'in', projectIds)
      .where('starts_at', '>=', toBucketStart(sinceMs, DAY_MS))
      .where('starts_at', '<', beforeMs)
      .$if(environment !== undefined, (rows) =>
        rows.where('environment_id', 'in', (names) =>
          names
            .selectFrom('counted_names')
            .select('counted_names.id')
            .where('kind', '=', 'environment')
            .where('counted_names.project_id', 'in', projectIds)
            .where('name', '=', environment ?? ''),
        ),
      )
      .$if(releaseIds !== undefined, (rows) => rows.where('release_id', 'in', releaseIds ?? []))
      .execute();
  }
}

function toName(row: { readonly project_id: number; readonly release_id: number }): string {
  return `${row.project_id} ${row.release_id}`;
}

function countUnhandled(row: {
  readonly failed: Sum | null;
  readonly crashed_of: Sum | null;
}): number {
  return Math.max(0, Number(row.failed) - Number(row.crashed_of));
}

function countDistinct(stored: readonly Uint8Array[]): number {
  const all = new DistinctSketch();
  for (const bytes of stored) all.merge(DistinctSketch.fromBytes(bytes));
  return all.count();
}

async function removeSome(
  db: Kysely<Schema>,
  table: 'session_hours' | 'session_days',
  beforeMs: number,
): Promise<number> {
  const { rows } = await sql<{ readonly starts_at: number }>`
    delete from ${sql.table(table)}
    where (project_id, starts_at, release_id, environment_id) in (
      select project_id, starts_at, release_id, environment_id from ${sql.table(table)}
      where starts_at < ${beforeMs} limit ${ROWS_PER_STEP}
    )
    returning starts_at`.execute(db);
  return rows.length;
}
