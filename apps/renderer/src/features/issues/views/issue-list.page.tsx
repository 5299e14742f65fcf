import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { NowProvider } from '../../../ui/time/now.tsx';
import type { IssueListProps } from '../issues.dto.ts';
import { BoundNotices } from './list/bound-notices.tsx';
import { GettingStarted } from './list/getting-started.tsx';
import { IssueTable } from './list/issue-table.tsx';
import { ProjectFilter } from './list/project-filter.tsx';
import { StatusTabs } from './list/status-tabs.tsx';
import { TriageForm } from './list/triage-form.tsx';

export function Page(props: IssueListProps): ReactNode {
  const { nowMs, issues, notices, project, gettingStarted, nothing } = props;
  if (gettingStarted) {
    return (
      <>
        <BoundNotices notices={notices} />
        {project && <ProjectFilter {...props} />}
        <GettingStarted {...gettingStarted} />
      </>
    );
  }
  return (
    <NowProvider nowMs={nowMs}>
      <BoundNotices notices={notices} />
      <div className="flex flex-wrap items-center gap-x-6 pt-1 sm:pt-2">
        <h1 id="issues" className="py-1 text-lg">
          Issues
        </h1>
        <StatusTabs {...props} />
        <ProjectFilter {...props} />
      </div>
      {issues.length > 0 ? <Issues {...props} /> : <Nothing {...nothing} />}
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

function Nothing({ text, link }: Partial<NonNullable<IssueListProps['nothing']>>): ReactNode {
  return (
    <p className="py-3 text-quiet">
      {text}{' '}
      {link && (
        <Link href={link.href} className="inline-flex items-center pointer-coarse:min-h-11">
          {link.name}
        </Link>
      )}
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
