import type { Project } from './project.store.ts';

export const PROJECT_COLUMNS = ['id', 'slug', 'name', 'reports_per_minute'] as const;

interface ProjectRow {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly reports_per_minute: number | null;
}

export function toProject({ id, slug, name, reports_per_minute }: ProjectRow): Project {
  return { id, slug, name, ...toRate(reports_per_minute) };
}

/** Null is absent. */
export function toRate(reportsPerMinute: number | null): { readonly reportsPerMinute?: number } {
  return reportsPerMinute === null ? {} : { reportsPerMinute };
}
