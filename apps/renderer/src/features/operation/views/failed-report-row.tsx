import { Link } from '#client-runtime';
import { formatBytes } from '#shared';
import type { ReactNode } from 'react';
import { RelativeTime } from '../../../ui/time/relative-time.tsx';
import type { FailedReport } from '../operation.dto.ts';
import { FailedActions } from './failed-actions.tsx';

/** A report that failed: whose it is, since when, and why. */
export function FailedReportRow({ report }: { readonly report: FailedReport }): ReactNode {
  const { name, reason, kind, isRetryable } = report;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-rule py-2">
      <div className="min-w-0 flex-1 basis-72">
        <p className="wrap-anywhere">{reason}</p>
        <p className="text-xs wrap-anywhere text-faint">
          <Origin report={report} />
        </p>
      </div>
      {kind !== 'damaged' && (
        <FailedActions
          fields={{ which: 'one', report: name }}
          what={`report ${name}`}
          discards={
            kind === 'tally'
              ? 'Discard these counts for good? What they count will be missing from the outcomes.'
              : 'Discard this report for good?'
          }
          isRetryable={isRetryable}
        >
          <Link
            href={`/settings/operation/reports/${encodeURIComponent(name)}`}
            download=""
            className="button no-underline"
          >
            Save<span className="sr-only">{` report ${name}`}</span>
          </Link>
        </FailedActions>
      )}
    </li>
  );
}

function Origin({ report }: { readonly report: FailedReport }): ReactNode {
  const { kind, project, eventId, receivedAtMs, bytes, name, isRetryable } = report;
  const facts = [
    kind === 'tally' ? 'counts of outcomes' : project,
    kind === 'damaged' && 'cannot be read, and stays',
    eventId !== undefined && `event ${eventId}`,
    kind !== 'damaged' && formatBytes(bytes),
    `report ${name}`,
    kind === 'report' &&
      !isRetryable &&
      bytes > 0 &&
      'kept by an earlier version, which did not note what of it is stored already: it cannot be tried again, but saved and sent anew',
  ].filter((fact) => typeof fact === 'string');
  return (
    <>
      {receivedAtMs !== undefined && (
        <>
          <RelativeTime atMs={receivedAtMs} />
          {' · '}
        </>
      )}
      {facts.join(' · ')}
    </>
  );
}
