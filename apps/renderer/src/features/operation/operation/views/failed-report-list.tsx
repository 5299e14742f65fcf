import { Link } from '#client-runtime';
import { formatBytes, to } from '#shared';
import type { ReactNode } from 'react';
import { Confirm } from '../../../../ui/confirm.tsx';
import { Button } from '../../../../ui/forms/button.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { HiddenFields } from '../../../../ui/hidden-fields.tsx';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import { Section } from '../../../../ui/section.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { FailedReport, FailedReports } from '../operation.dto.ts';

export function FailedReportList({ failed }: { readonly failed: FailedReports }): ReactNode {
  const { total, reports } = failed;
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
      {total > 1 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pb-3">
          <p className="min-w-0 flex-1 basis-72 text-quiet">
            {total > reports.length
              ? `All of them. The latest ${reports.length} are listed.`
              : 'All of them'}
          </p>
          <Actions
            fields={{ upTo: String(reports[0]!.id) }}
            what="all"
            question={`Discard all ${formatQuantity(total, 'failed report')} for good?`}
            isRetryable
          />
        </div>
      )}
      <ul>
        {reports.map((report) => (
          <Row key={report.id} report={report} />
        ))}
      </ul>
    </Section>
  );
}

function Row({ report }: { readonly report: FailedReport }): ReactNode {
  const { id, bytes, reason, receivedAtMs, isRetried } = report;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-rule py-2">
      <div className="min-w-0 flex-1 basis-72">
        <p className="wrap-anywhere">{reason}</p>
        <p className="text-xs wrap-anywhere text-faint">
          {receivedAtMs > 0 && (
            <>
              <RelativeTime atMs={receivedAtMs} />
              {' · '}
            </>
          )}
          {listFacts(report).join(' · ')}
        </p>
      </div>
      <Actions
        fields={{ report: String(id) }}
        what={`report ${id}`}
        question="Discard this report for good?"
        isRetryable={bytes > 0 && !isRetried}
      >
        {bytes > 0 && (
          <Link
            href={to('/settings/operation/reports/:report', { report: id })}
            download=""
            className="button no-underline"
          >
            Download<span className="sr-only">{` report ${id}`}</span>
          </Link>
        )}
      </Actions>
    </li>
  );
}

function listFacts(report: FailedReport): string[] {
  const { project, eventId, kinds, bytes, id, isRetried, isRetriedLater } = report;
  return [
    project,
    eventId !== undefined && `event ${eventId}`,
    ...Object.entries(kinds).map(([kind, quantity]) => `${quantity} × ${kind}`),
    formatBytes(bytes),
    `report ${id}`,
    isRetried && 'is tried again now',
    isRetriedLater && 'is tried once more by itself after ten minutes without a crash',
    bytes === 0 && 'its body is gone',
  ].filter((fact) => typeof fact === 'string');
}

interface ActionsProps {
  /** Fields of `FailedSelectionDto`. */
  readonly fields: Readonly<Record<string, string>>;
  /**
   * Names the reports in the labels of the buttons, because users of screen readers cannot see to
   * which row a button belongs.
   */
  readonly what: string;
  readonly question: string;
  readonly isRetryable: boolean;
  readonly children?: ReactNode;
}

function Actions({ fields, what, question, isRetryable, children }: ActionsProps): ReactNode {
  return (
    <div className="flex flex-wrap gap-2">
      {isRetryable && (
        <NotedForm action="try-again">
          <HiddenFields fields={fields} />
          <Button aria-label={`Try again: ${what}`}>Try again</Button>
        </NotedForm>
      )}
      {children}
      <Confirm
        label={
          <>
            Discard<span className="sr-only">{` ${what}`}</span>
          </>
        }
        question={question}
      >
        <NotedForm action="discard">
          <HiddenFields fields={fields} />
          <Button isPrimary>Discard</Button>
        </NotedForm>
      </Confirm>
    </div>
  );
}
