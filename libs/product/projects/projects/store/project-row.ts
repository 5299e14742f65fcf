import type { Kysely } from 'kysely';
import type { Schema } from '#persistence/stores';
import { intakeSettings } from './intake-settings.ts';
import type { Project } from './project.types.ts';

interface ProjectRow {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly platform: string | null;
  readonly intake: string | null;
}

export function selectProjects(db: Kysely<Schema>) {
  return db
    .selectFrom('projects')
    .leftJoin('project_settings', (join) =>
      join
        .onRef('project_settings.project_id', '=', 'projects.id')
        .on('project_settings.part', '=', intakeSettings.name),
    )
    .select(['projects.id', 'slug', 'name', 'platform', 'project_settings.value as intake'])
    .where('projects.deleted_at', 'is', null);
}

export function toProject({ id, slug, name, platform, intake }: ProjectRow): Project {
  return {
    id,
    slug,
    name,
    platform: platform ?? undefined,
    ...(intake === null ? {} : (JSON.parse(intake) as object)),
  };
}

export function toRate(reportsPerMinute: number | null): { readonly reportsPerMinute?: number } {
  return reportsPerMinute === null ? {} : { reportsPerMinute };
}
