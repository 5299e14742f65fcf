import type { Kysely } from 'kysely';
import { type Schema, toPortableText } from '#persistence/stores';
import type { LastDeploy, ReleaseListQuery } from './release-list.types.ts';

const MOST_DEPLOYS = 500;

export async function selectLastDeploys(
  db: Kysely<Schema>,
  versions: readonly string[],
  { projectIds, environment }: Pick<ReleaseListQuery, 'projectIds' | 'environment'>,
): Promise<ReadonlyMap<string, LastDeploy>> {
  if (versions.length === 0) return new Map();
  const rows = await db
    .selectFrom('told_deploys')
    .innerJoin('told_releases', 'told_releases.id', 'told_deploys.release_id')
    .select(['version', 'environment', 'finished_at', 'project_ids'])
    .where('version', 'in', versions)
    .$if(environment !== undefined, (deploys) =>
      deploys.where('environment', '=', toPortableText(environment ?? '')),
    )
    .orderBy('told_deploys.id', 'desc')
    .limit(MOST_DEPLOYS)
    .execute();
  const last = new Map<string, LastDeploy>();
  for (const row of rows) {
    if (last.has(row.version) || !isOfAny(row.project_ids, projectIds)) continue;
    last.set(row.version, { environment: row.environment, atMs: row.finished_at });
  }
  return last;
}

function isOfAny(json: string | null, projectIds: readonly number[]): boolean {
  if (json === null) return true;
  return (JSON.parse(json) as readonly number[]).some((id) => projectIds.includes(id));
}
