import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { formatQuantity } from '../../../ui/numbers/format-count.ts';
import { Section } from '../../../ui/section.tsx';
import type { FailedReports } from '../operation.dto.ts';
import { FailedActions } from './failed-actions.tsx';
import { FailedReportRow } from './failed-report-row.tsx';

/** What could not be processed, why, and what can be done about it. */
export function FailedReportList({ failed }: { readonly failed: FailedReports }): ReactNode {
  const { total, reports, nextPage } = failed;
  return (
    <Section
      id="failed"
      title="Failed reports"
      {...(total > 0 ? { note: formatQuantity(total, 'report') } : {})}
    >
      {total === 0 && (
        <p className="text-quiet">
          There are none. A report that cannot be processed is kept here, encrypted, with the
          reason, and can be tried again.
        </p>
      )}
      {total > 1 && <ForSeveral failed={failed} />}
      <ul>
        {reports.map((report) => (
          <FailedReportRow key={report.id} report={report} />
        ))}
      </ul>
      {total > 0 && reports.length === 0 && (
        <p className="py-3 text-quiet">
          There are no older ones. <Link href="/settings/operation">The latest</Link>
        </p>
      )}
      {nextPage !== undefined && (
        <p className="py-3">
          <Link
            href={nextPage}
            rel="next"
            className="inline-flex items-center pointer-coarse:min-h-11"
          >
            Older failed reports
          </Link>
        </p>
      )}
    </Section>
  );
}

/** What is done with several at once. */
function ForSeveral({
  failed: { total, upTo, reasons },
}: {
  readonly failed: FailedReports;
}): ReactNode {
  const several = reasons.filter(({ count }) => count < total);
  return (
    <div className="grid gap-2 pb-3">
      {several.length > 0 && (
        <ul aria-label="By reason">
          {several.map(({ reason, count, likeId }) => (
            <li
              key={likeId}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-rule py-1.5 first:border-t-0"
            >
              <p className="min-w-0 flex-1 basis-72 wrap-anywhere">
                <span className="font-semibold">{formatQuantity(count, 'report')}</span>
                {`: ${reason}`}
              </p>
              <FailedActions
                fields={{ which: 'alike', report: String(likeId), upTo: String(upTo) }}
                what={`the ${formatQuantity(count, 'report')} with this reason`}
                discards={`Discard ${formatQuantity(count, 'report')} with this reason for good?`}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="min-w-0 flex-1 basis-72 text-quiet">All of them</p>
        <FailedActions
          fields={{ which: 'all', upTo: String(upTo) }}
          what="all"
          discards={`Discard all ${formatQuantity(total, 'failed report')} for good?`}
        />
      </div>
    </div>
  );
}
