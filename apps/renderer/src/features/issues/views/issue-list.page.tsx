import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { NowProvider } from '../../../ui/time/now.tsx';
import type { IssueListProps, ListedStatus } from '../issues.dto.ts';
import { GettingStarted } from './list/getting-started.tsx';
import { IssueTable } from './list/issue-table.tsx';
import { StatusTabs, toListAddress } from './list/status-tabs.tsx';
import { TriageForm } from './list/triage-form.tsx';

export function Page(props: IssueListProps): ReactNode {
  const { nowMs, status, issues, gettingStarted } = props;
  if (issues.length === 0 && gettingStarted) return <GettingStarted {...gettingStarted} />;
  return (
    <NowProvider nowMs={nowMs}>
      <div className="flex flex-wrap items-center gap-x-6 pt-1 sm:pt-2">
        <h1 id="issues" className="py-1 text-lg">
          Issues
        </h1>
        <StatusTabs status={status} />
      </div>
      {issues.length > 0 ? <Issues {...props} /> : <NoIssues status={status} />}
    </NowProvider>
  );
}

function Issues({ status, issues, triage, nextPage }: IssueListProps): ReactNode {
  const table = (
    <IssueTable issues={issues} labelledBy="issues" isSelectable={triage !== undefined} />
  );
  return (
    <>
      {triage ? (
        <TriageForm offer={triage} status={status}>
          {table}
        </TriageForm>
      ) : (
        table
      )}
      {nextPage !== undefined && <NextPage href={nextPage} />}
    </>
  );
}

/** How a status is called where there is nothing of it. */
const NONE: Readonly<Record<ListedStatus, string>> = {
  unresolved: 'No unresolved issues.',
  muted: 'No muted issues.',
  resolved: 'No resolved issues.',
  all: 'No more issues.',
};

function NoIssues({ status }: Pick<IssueListProps, 'status'>): ReactNode {
  return (
    <p className="py-3 text-quiet">
      {NONE[status]}{' '}
      <Link
        href={toListAddress(status)}
        className="inline-flex items-center pointer-coarse:min-h-11"
      >
        Back to the newest
      </Link>
    </p>
  );
}

function NextPage({ href }: { readonly href: string }): ReactNode {
  return (
    <nav aria-label="Pages" className="flex justify-end py-3 print:hidden">
      <Link
        href={href}
        rel="next"
        prefetch="intent"
        className="inline-flex items-center pointer-coarse:min-h-11 pointer-coarse:min-w-11"
      >
        Older issues
      </Link>
    </nav>
  );
}
