import { formatDuration, formatUtc, to } from '#shared';
import type { Banner, ReportsState } from './console.dto.ts';

const DAY_MS = 86_400_000;

export const unownedBanner: Banner = {
  title: 'Errata has no owner yet:',
  text: 'anyone who has the link that Errata printed can read its pages.',
  link: { name: 'Set it up', href: to('/setup') },
};

export function toDeadlineBanners(deadlineMs: number | undefined, nowMs: number): Banner[] {
  if (deadlineMs === undefined) return [];
  const days = Math.ceil((deadlineMs - nowMs) / DAY_MS);
  return [
    {
      title:
        days > 0
          ? `Set up a second factor within ${days === 1 ? 'a day' : `${days} days`}:`
          : 'Set up a second factor:',
      text: 'an owner of Errata requires it of everybody.',
      link: { name: 'Set it up', href: to('/account/second-factor') },
    },
  ];
}

/**
 * Warns once, of the worst, when pages lack recent reports. Only operators see why reports are
 * refused. Without a warning, a silent relay would look like an
 * application without errors.
 */
export function toReportsBanners(
  { refusal, behindMs, silence, silentSinceMs }: ReportsState,
  { isOperator = false }: { readonly isOperator?: boolean } = {},
): Banner[] {
  if (refusal !== undefined) {
    return [
      {
        title: 'Reports are refused.',
        text: isOperator ? refusal : 'The owners of Errata can see why.',
        link: isOperator ? { name: 'What to do', href: to('/settings/operation') } : undefined,
        isUrgent: true,
      },
    ];
  }
  if (behindMs !== undefined) {
    return [
      {
        title: `Reports are ${formatDuration(behindMs)} behind.`,
        text: 'The relay has kept the reports that arrived since, but this page does not show them yet.',
        isUrgent: true,
      },
    ];
  }
  if (silence === undefined) return [];
  const since = silentSinceMs === undefined ? '' : `No answer since ${formatUtc(silentSinceMs)}. `;
  return [
    { title: silence, text: `${since}New reports may be missing from this page.`, isUrgent: true },
  ];
}

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
      title: 'Somebody tries to sign in again and again.',
      text: `In the last two hours ${tries} sign-ins failed, all from browsers that had never signed in here. Browsers that have are not slowed down.`,
    });
  }
  if (proxy !== undefined) {
    banners.push({
      title: `Your request came through a proxy at ${proxy} that does not pass on the addresses of visitors.`,
      text: 'Errata cannot tell strangers who try passwords from other visitors. Name the proxy in TRUST_PROXY, and have it send X-Forwarded-For.',
    });
  }
  return banners;
}
