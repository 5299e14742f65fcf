import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { NowProvider } from '../../../ui/time/now.tsx';
import type { IssueListProps } from '../issues.dto.ts';
import { GettingStarted } from './list/getting-started.tsx';
import { IssueTable } from './list/issue-table.tsx';

export function Page({ nowMs, issues, nextPage, gettingStarted }: IssueListProps): ReactNode {
  if (issues.length > 0) {
    return (
      <NowProvider nowMs={nowMs}>
        <h1 id="issues" className="py-3 text-lg">
          Issues
        </h1>
        <IssueTable issues={issues} labelledBy="issues" />
        {nextPage !== undefined && <NextPage href={`/issues${nextPage}`} />}
      </NowProvider>
    );
  }
  if (gettingStarted) return <GettingStarted {...gettingStarted} />;
  return (
    <>
      <h1 className="py-3 text-lg">Issues</h1>
      <p className="text-quiet">
        No more issues.{' '}
        <Link href="/issues" className="inline-flex items-center pointer-coarse:min-h-11">
          Back to the newest
        </Link>
      </p>
    </>
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
