import { formatDuration } from '#shared';
import type { Banner, ReportsState } from './console.dto.ts';

/** Of who reads by the printed link, and can do nothing else: that is no way to go on. */
export const unownedBanner: Banner = {
  title: 'Nobody owns this Errata yet.',
  text: 'Whoever has the link that it printed may read it.',
  link: { name: 'Set it up', href: '/setup' },
};

/** Silence must not look like health: says so when pages are older than they look. */
export function toReportsBanners({ behindMs, silence }: ReportsState): Banner[] {
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
  return [{ title: silence, text: 'New reports may be missing from this page.', isUrgent: true }];
}

/** What owners should know of the way in, and what to do. */
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
      text: `${tries} tries by browsers that are not known have failed in the last two hours. Browsers that signed in here before are not held back by that.`,
    });
  }
  if (proxy !== undefined) {
    banners.push({
      title: `You came through a proxy at ${proxy} that does not tell for whom.`,
      text: 'Until it does, strangers who try passwords cannot be told from other visitors. Name it in TRUST_PROXY, and have it send X-Forwarded-For.',
    });
  }
  return banners;
}
