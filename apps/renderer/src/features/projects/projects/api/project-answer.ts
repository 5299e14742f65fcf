import type { Project } from '#product/projects/projects';
import type { RendererConfig } from '../../../../config/renderer-config.ts';
import { toTeam } from './team.ts';

export function toProjectAnswer(
  { id, slug, name, platform }: Project,
  createdAt: ReadonlyMap<number, number>,
  config: RendererConfig,
): object {
  const team = toTeam(config);
  return {
    id: String(id),
    slug,
    name,
    platform: platform ?? null,
    dateCreated: new Date(createdAt.get(id) ?? 0).toISOString(),
    isMember: true,
    hasAccess: true,
    features: [],
    environments: [],
    team,
    teams: [team],
    organization: { id: '1', slug: config.organisation, name: config.organisation },
  };
}
