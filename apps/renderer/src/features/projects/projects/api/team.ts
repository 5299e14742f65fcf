import type { RendererConfig } from '../../../../config/renderer-config.ts';

/**
 * Returns the only team that clients of Sentry's API see. Errata has project members instead of
 * teams.
 */
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
