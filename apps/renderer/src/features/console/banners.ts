import { formatDuration, formatUtc } from '#shared';
import type { Banner, ReportsState } from './console.dto.ts';

/** The printed link lets its holder read, and nothing else: a notice asks for an owner. */
export const unownedBanner: Banner = {
  title: 'Nobody owns this Errata yet:',
  text: 'anyone with the link that it printed may read it.',
  link: { name: 'Set it up', href: '/setup' },
};

/** Silence must not look like health: says so when pages are older than they look. */
export function toReportsBanners({ behindMs, silence, silentSinceMs }: ReportsState): Banner[] {
  if (behindMs !== undefined) {
    return [
      {
        title: `Reports are ${formatDuration(behindMs)} behind.`,
        text: 'What arrived since is kept, and not on this page yet.',
        isUrgent: true,
      },
    ];
  }
  if (silence === undefined) return [];
  const since = silentSinceMs === undefined ? '' : `Silent since ${formatUtc(silentSinceMs)}. `;
  return [
    { title: silence, text: `${since}New reports may be missing from this page.`, isUrgent: true },
  ];
}

/** Tells owners of many failed tries to sign in, and of a proxy that hides its visitors. */
export function toSignInBanners({
  tries,
  proxy,
}: {
  readonly tries?: number;
  readonly proxy?: string;
}): Banner[] {
  const banners: Banner[] = [];
  if (tries !== undefined) {
    banners.push({
      title: 'Sign-in is being tried again and again.',
      text: `In the last two hours ${tries} tries failed, all by browsers that never signed in here. Browsers that did are not held back.`,
    });
  }
  if (proxy !== undefined) {
    banners.push({
      title: `You came through a proxy at ${proxy} that does not name its visitors.`,
      text: 'Errata cannot tell strangers who try passwords from other visitors. Name the proxy in TRUST_PROXY, and have it send X-Forwarded-For.',
    });
  }
  return banners;
}
