import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '#persistence/stores';
import { KeptQueries } from '#persistence/stores';
import { toDeploy } from './read-told-releases.ts';
import type { ToldDeploysTable } from './told-release.tables.ts';
import type { ToldDeploy } from './told-release.types.ts';

export interface ArrivalQuery {
  readonly projectId: number;
  readonly release: string;
  readonly environment?: string | undefined;
  readonly occurredAtMs: number;
}

/** How a release came to a project before an event. */
export interface Arrival {
  /** True when the project knows no earlier release. */
  readonly isFirst: boolean;
  /** The last deploy that ended before the event; of its environment, when there is one. */
  readonly deploy?: Pick<ToldDeploy, 'environment' | 'finishedAtMs'>;
}

export async function findArrival(
  db: Kysely<Schema>,
  { projectId, release, environment, occurredAtMs }: ArrivalQuery,
): Promise<Arrival> {
  const values = { projectId, version: release, occurredAtMs };
  const rows = await KeptQueries.of(db).run('arrival of release', values, (slot) => {
    const version = slot('version');
    return sql<ArrivalRow>`
      with own as (
        select coalesce(min(first_seen_at), cast(${slot('occurredAtMs')} as bigint)) as at
        from releases where project_id = ${slot('projectId')} and release = ${version}
      )
      select case when exists (
        select 1 from releases
        where project_id = ${slot('projectId')} and release <> ${version}
          and first_seen_at < own.at
      ) then 0 else 1 end as is_first, deploy.*
      from own left join (
        select d.* from told_deploys d
        join told_releases r on r.id = d.release_id
        join told_release_projects p on p.release_id = r.id
        where r.version = ${version} and p.project_id = ${slot('projectId')}
          and d.finished_at <= ${slot('occurredAtMs')}
      ) as deploy on 1 = 1
      order by deploy.finished_at desc`;
  });
  const deploys = rows
    .flatMap((row) => (row.id === null ? [] : toDeploy(row)))
    .filter(({ projectIds }) => projectIds?.includes(projectId) ?? true);
  const deploy = deploys.find((each) => each.environment === environment) ?? deploys[0];
  return { isFirst: rows[0]!.is_first === 1, deploy };
}

type ArrivalRow = { readonly is_first: number } & (
  | Selectable<ToldDeploysTable>
  | { readonly id: null }
);
