import type { Project } from '#product/projects/projects';

/** A project as clients of Sentry's API know it. There are no teams. */
export function toProjectAnswer(
  { id, slug, name }: Project,
  createdAt: ReadonlyMap<number, number>,
): object {
  return {
    id: String(id),
    slug,
    name,
    platform: null,
    dateCreated: new Date(createdAt.get(id) ?? 0).toISOString(),
    isMember: true,
    hasAccess: true,
    features: [],
    environments: [],
    team: null,
    teams: [],
  };
}
