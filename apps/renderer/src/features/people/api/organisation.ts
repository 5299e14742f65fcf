import type { RendererConfig } from '../../../config/renderer-config.ts';

export function toOrganisation({ organisation, publicUrl }: RendererConfig): object {
  return {
    id: '1',
    slug: organisation,
    name: organisation,
    dateCreated: '2026-01-01T00:00:00Z',
    status: { id: 'active', name: 'active' },
    avatar: { avatarType: 'letter_avatar' },
    isEarlyAdopter: false,
    require2FA: false,
    requireEmailVerification: false,
    features: [],
    // Clients of Sentry's API look up the organisation's region and then use its URL. Both URLs
    // therefore name this Errata.
    links: { organizationUrl: publicUrl, regionUrl: publicUrl },
  };
}
