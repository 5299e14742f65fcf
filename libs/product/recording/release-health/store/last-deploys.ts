import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { type Schema } from '#persistence/stores';
import { isToldOf } from '#product/recording/releases';
import type { ByProject, LastDeploy, NamedDeploy, ReleaseListQuery } from './release-list.types.ts';

const MOST_DEPLOYS = 500;

export async function selectLastDeploys(
  db: Kysely<Schema>,
  versions: readonly string[],
  { projectIds, environment }: Pick<ReleaseListQuery, 'projectIds' | 'environment'>,
): Promise<ByProject<LastDeploy>> {
  if (versions.length === 0) return new Map();
  const rows = await db
    .selectFrom('told_deploys')
    .innerJoin('told_releases', 'told_releases.id', 'told_deploys.release_id')
    .select(['version', 'environment', 'finished_at', 'project_ids'])
    .where('version', 'in', versions)
    .$if(environment !== undefined, (deploys) =>
      deploys.where('environment', '=', environment ?? ''),
    )
    .orderBy('told_deploys.id', 'desc')
    .limit(MOST_DEPLOYS * projectIds.length)
    .execute();
  const last = new Map(projectIds.map((id) => [id, new Map<string, LastDeploy>()]));
  for (const { version, environment: name, finished_at: atMs, project_ids: of } of rows) {
    for (const [id, own] of last) {
      if (!own.has(version) && isToldOf(id, of)) own.set(version, { environment: name, atMs });
    }
  }
  return last;
}

const READ_OF_EACH = 20;

export async function selectDeploysOfProjects(
  db: Kysely<Schema>,
  ids: RawBuilder<unknown>,
): Promise<ReadonlyMap<number, NamedDeploy>> {
  const { rows } = await sql<{
    readonly project_id: number;
    readonly version: string;
    readonly environment: string;
    readonly finished_at: number;
    readonly project_ids: string | null;
  }>`
    select project_id, version, environment, finished_at, project_ids from (
      select p.project_id, d.release_id, d.environment, d.finished_at, d.project_ids, row_number()
        over (partition by p.project_id order by d.id desc) as place
      from told_release_projects p join told_deploys d on d.release_id = p.release_id
      where p.project_id in ${ids}
    ) as ranked join told_releases r on r.id = ranked.release_id
    where place <= ${READ_OF_EACH} order by place`.execute(db);
  const last = new Map<number, NamedDeploy>();
  for (const { project_id: id, version, environment, finished_at: atMs, project_ids: of } of rows) {
    if (!last.has(id) && isToldOf(id, of)) last.set(id, { version, environment, atMs });
  }
  return last;
}
