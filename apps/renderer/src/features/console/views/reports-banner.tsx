import type { ReactNode } from 'react';
import { formatDuration } from '../../../ui/time/format-time.ts';
import type { ReportsState } from '../console.dto.ts';

/** Silence must not look like health: says so when pages are older than they look. */
export function ReportsBanner({ reports }: { readonly reports: ReportsState }): ReactNode {
  if (reports.state === 'current') return null;
  return (
    <p
      role="status"
      className="border-b border-accent bg-wash px-4 py-1.5 text-sm text-ink sm:px-6"
    >
      {reports.state === 'behind' ? (
        <>
          <b className="font-semibold">{`Reports are ${formatDuration(reports.oldestMs)} behind.`}</b>{' '}
          What arrived since is kept, and not on this page yet.
        </>
      ) : (
        <>
          <b className="font-semibold">The relay does not answer.</b> New reports may be missing
          from this page.
        </>
      )}
    </p>
  );
}
