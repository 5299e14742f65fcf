import { Link, useLive } from '#client-runtime';
import { Parts, PartsAt } from '#client-runtime/parts';
import { memo } from 'react';
import type { ReactNode } from 'react';
import { PAGE_EVERY_MS } from '../../../../ui/page-every-ms.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { NowProvider } from '../../../../ui/time/now.tsx';
import type { IssueListProps } from '../issue-list.dto.ts';
import { useKeys } from './keys/use-keys.ts';
import { IssueTable } from './list/issue-table.tsx';
import { SearchAdvice, WayOn } from '../../../recording/search/views/index.ts';
import { ListFilter } from './list/list-filter.tsx';
import { useSteadyRows } from './list/steady-rows.ts';
import { StatusTabs } from './list/status-tabs.tsx';
import { TriageForm } from './list/triage-form.tsx';
import { listHeadingId, WhatIsNew } from './list/what-is-new.tsx';

export function Page(props: IssueListProps): ReactNode {
  const { nowMs, issues, nothing } = props;
  useKeys();
  const { isRefreshing, isFailing } = useLive({
    everyMs: issues.length > 0 ? PAGE_EVERY_MS : 1000,
  });
  const { rows, ...news } = useSteadyRows(issues, isRefreshing);
  return (
    <NowProvider nowMs={nowMs}>
      <Parts value={props}>
        <PartsAt place="top" />
        <div className="list-tools">
          <h1 id={listHeadingId} tabIndex={-1}>
            Issues
          </h1>
          <StatusTabs {...props} />
          <WhatIsNew {...news} isFailing={isFailing} />
          {props.triage && issues.length > 0 && <SelectMode />}
          <ListFilter {...props} />
          <PartsAt place="filter" />
          <PartsAt place="bar" />
        </div>
        <SearchAdvice {...props} />
        {issues.length > 0 ? (
          <Issues {...props} issues={rows} gone={news.gone} />
        ) : (
          <Nothing {...nothing} />
        )}
      </Parts>
    </NowProvider>
  );
}

export function Loading(): ReactNode {
  return (
    <>
      <div className="list-tools sm:h-12">
        <h1>Issues</h1>
      </div>
      <div aria-hidden="true" className="mt-1 mb-1 hidden h-8 bg-raised sm:block wide:mb-9" />
      <p className="sr-only">Loading the issues</p>
      <Skeleton rows={20} rowClass="h-19 wide:h-8" />
    </>
  );
}

function SelectMode(): ReactNode {
  return (
    <label className="fold select-mode">
      <input type="checkbox" className="sr-only" autoComplete="off" />
      Select
    </label>
  );
}

/** `memo` avoids rendering the list again when only the state of the refresh changes. */
const Issues = memo(function Issues({
  status,
  issues,
  gone,
  bars,
  rowQuery,
  triage,
  extent,
  pages,
}: Omit<IssueListProps, 'nowMs'> & { readonly gone: ReadonlySet<number> }): ReactNode {
  const table = (
    <IssueTable
      issues={issues}
      gone={gone}
      bars={bars}
      rowQuery={rowQuery}
      labelledBy={listHeadingId}
      isSelectable={triage !== undefined}
    />
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
      {pages && <Pages extent={extent} pages={pages} />}
    </>
  );
});

function Nothing({
  text,
  link,
  begin,
  offers,
}: Partial<NonNullable<IssueListProps['nothing']>>): ReactNode {
  return (
    <div className="flex max-w-prose flex-wrap items-center gap-3 py-10 wrap-anywhere">
      <p className="basis-full text-lg">{text}</p>
      {begin && (
        <Link href={begin.href} className="button button-primary no-underline">
          {begin.name}
        </Link>
      )}
      {link && (
        <Link href={link.href} className="button no-underline">
          {link.name}
        </Link>
      )}
      {offers && (
        <p className="flex basis-full flex-wrap gap-x-4 text-quiet">
          Did you mean:
          {offers.map((each) => (
            <WayOn key={each.href} {...each} />
          ))}
        </p>
      )}
    </div>
  );
}

function Pages({ extent, pages }: Pick<IssueListProps, 'extent' | 'pages'>): ReactNode {
  return (
    <nav aria-label="Pages" className="flex items-center gap-4 py-3 print:hidden">
      <p className="mr-auto text-quiet">{extent}</p>
      {pages?.map(({ name, href }) => (
        <Link
          key={name}
          href={href}
          prefetch="intent"
          className="inline-flex items-center pointer-coarse:min-h-11 pointer-coarse:min-w-11"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
