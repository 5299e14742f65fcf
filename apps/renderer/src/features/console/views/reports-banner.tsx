import { RetryLink } from '#client-runtime';
import type { ReactNode } from 'react';
import { Notice } from '../../../ui/notice.tsx';
import { formatDuration, formatUtc } from '../../../ui/time/format-time.ts';
import type { ReportsState } from '../console.dto.ts';

/** Silence must not look like health: says so when pages are older than they look. */
export function ReportsBanner({
  reports: { behindMs, silence, silentSinceMs },
}: {
  readonly reports: ReportsState;
}): ReactNode {
  if (!behindMs && !silence) return null;
  return (
    <Notice
      isLive
      isWide
      title={behindMs ? `Reports are ${formatDuration(behindMs)} behind.` : silence}
      action={<RetryLink className="button no-underline" />}
    >
      {behindMs
        ? 'What arrived since is kept, and not on this page yet.'
        : `${describeSince(silentSinceMs)}New reports may be missing from this page.`}
    </Notice>
  );
}

function describeSince(sinceMs: number | undefined): string {
  return sinceMs === undefined ? '' : `Silent since ${formatUtc(sinceMs)}. `;
}
