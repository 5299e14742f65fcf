import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Schema } from '#persistence/stores';
import { toPortableText } from '#persistence/stores';
import { toDeploy } from './read-told-releases.ts';
import type { ToldDeploy } from './told-release.types.ts';

export interface ArrivalQuery {
  readonly projectId: number;
  readonly release: string;
  readonly environment?: string | undefined;
  readonly occurredAtMs: number;
}

/** How a release came to a project before an event. */
export interface Arrival {
  /** True when the project has no earlier release, neither by an event nor by a report. */
  readonly isFirst: boolean;
  /** The last deploy that ended before the event; of its environment, when there is one. */
  readonly deploy?: Pick<ToldDeploy, 'environment' | 'finishedAtMs'>;
}

export async function findArrival(db: Kysely<Schema>, query: ArrivalQuery): Promise<Arrival> {
  const [isFirst, deploy] = await Promise.all([isFirstRelease(db, query), findDeploy(db, query)]);
  return { isFirst, ...(deploy && { deploy }) };
}

async function isFirstRelease(
  db: Kysely<Schema>,
  { projectId, release, occurredAtMs }: ArrivalQuery,
): Promise<boolean> {
  const version = toPortableText(release);
  const { rows } = await sql`
    with own as (
      select coalesce(min(first_seen_at), cast(${occurredAtMs} as bigint)) as at from releases
      where project_id = ${projectId} and release = ${version}
    )
    select 1 from releases
    where project_id = ${projectId} and release <> ${version}
      and first_seen_at < (select at from own)
    union all
    select 1 from told_release_projects p join told_releases r on r.id = p.release_id
    where p.project_id = ${projectId} and r.version <> ${version}
      and r.created_at < (select at from own)
    limit 1`.execute(db);
  return rows.length === 0;
}

async function findDeploy(
  db: Kysely<Schema>,
  { projectId, release, environment, occurredAtMs }: ArrivalQuery,
): Promise<ToldDeploy | undefined> {
  const rows = await db
    .selectFrom('told_deploys')
    .innerJoin('told_releases', 'told_releases.id', 'told_deploys.release_id')
    .innerJoin('told_release_projects as p', 'p.release_id', 'told_releases.id')
    .selectAll('told_deploys')
    .where('version', '=', toPortableText(release))
    .where('p.project_id', '=', projectId)
    .where('finished_at', '<=', occurredAtMs)
    .orderBy('finished_at', 'desc')
    .execute();
  const deploys = rows
    .map(toDeploy)
    .filter(({ projectIds }) => projectIds?.includes(projectId) ?? true);
  return deploys.find((each) => each.environment === environment) ?? deploys[0];
}
