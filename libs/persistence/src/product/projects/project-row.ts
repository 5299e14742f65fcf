import type { Project } from './project.store.ts';

export const PROJECT_COLUMNS = [
  'id',
  'slug',
  'name',
  'reports_per_minute',
  'allowed_origins',
] as const;

interface ProjectRow {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly reports_per_minute: number | null;
  /** Separated by spaces. */
  readonly allowed_origins: string | null;
}

export function toProject(row: ProjectRow): Project {
  const { id, slug, name, reports_per_minute, allowed_origins: origins } = row;
  return {
    id,
    slug,
    name,
    ...toRate(reports_per_minute),
    ...(origins === null ? {} : { allowedOrigins: origins.split(' ') }),
  };
}

/** Null is absent. */
export function toRate(reportsPerMinute: number | null): { readonly reportsPerMinute?: number } {
  return reportsPerMinute === null ? {} : { reportsPerMinute };
}
