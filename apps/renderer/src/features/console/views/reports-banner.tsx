import type { ReactNode } from 'react';
import { formatDuration } from '../../../ui/time/format-time.ts';
import type { ReportsState } from '../console.dto.ts';

/** Silence must not look like health: says so when pages are older than they look. */
export function ReportsBanner({
  reports: { behindMs, silence },
}: {
  readonly reports: ReportsState;
}): ReactNode {
  if (!behindMs && !silence) return null;
  return (
    <p
      role="status"
      className="border-b border-accent bg-wash px-4 py-1.5 text-sm text-ink sm:px-6"
    >
      <b className="font-semibold">
        {behindMs ? `Reports are ${formatDuration(behindMs)} behind.` : silence}
      </b>{' '}
      {behindMs
        ? 'What arrived since is kept, and not on this page yet.'
        : 'New reports may be missing from this page.'}
    </p>
  );
}
