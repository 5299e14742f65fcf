import type { RendererConfig } from '../../../../config/renderer-config.ts';

/** The one team that clients of Sentry's API see: Errata has members of projects, and no teams. */
export function toTeam({ organisation }: RendererConfig): object {
  return {
    id: '1',
    slug: organisation,
    name: organisation,
    dateCreated: '2026-01-01T00:00:00Z',
    isMember: true,
    hasAccess: true,
    avatar: { avatarType: 'letter_avatar' },
  };
}
