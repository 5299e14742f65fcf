import { Link } from '#client-runtime';
import { formatBytes } from '#shared';
import type { ReactNode } from 'react';
import { RelativeTime } from '../../../ui/time/relative-time.tsx';
import type { FailedReport } from '../operation.dto.ts';
import { FailedActions } from './failed-actions.tsx';

/** A report that failed: whose it is, since when, and why. */
export function FailedReportRow({ report }: { readonly report: FailedReport }): ReactNode {
  const { id, bytes, reason, isTally, isRetryable, isRetried } = report;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-rule py-2">
      <div className="min-w-0 flex-1 basis-72">
        <p className="wrap-anywhere">{reason}</p>
        <p className="text-xs wrap-anywhere text-faint">
          <Origin report={report} />
        </p>
      </div>
      <FailedActions
        fields={{ which: 'one', report: String(id) }}
        what={`report ${id}`}
        discards={
          isTally
            ? 'Discard these counts for good? The outcomes will then lack the items that they count.'
            : 'Discard this report for good?'
        }
        isRetryable={isRetryable && !isRetried}
      >
        {bytes > 0 && (
          <Link
            href={`/settings/operation/reports/${id}`}
            download=""
            className="button no-underline"
          >
            Download<span className="sr-only">{` report ${id}`}</span>
          </Link>
        )}
      </FailedActions>
    </li>
  );
}

function Origin({ report }: { readonly report: FailedReport }): ReactNode {
  const { isTally, project, eventId, receivedAtMs, bytes, id, isRetried, isRetriedLater } = report;
  const facts = [
    isTally ? 'counts of outcomes' : project,
    eventId !== undefined && `event ${eventId}`,
    ...Object.entries(report.kinds).map(([kind, quantity]) => `${quantity} × ${kind}`),
    formatBytes(bytes),
    `report ${id}`,
    isRetried && 'is tried again now',
    isRetriedLater && 'is tried once more by itself after ten quiet minutes',
    bytes === 0 && 'its body is gone',
  ].filter((fact) => typeof fact === 'string');
  return (
    <>
      {receivedAtMs > 0 && (
        <>
          <RelativeTime atMs={receivedAtMs} />
          {' · '}
        </>
      )}
      {facts.join(' · ')}
    </>
  );
}
