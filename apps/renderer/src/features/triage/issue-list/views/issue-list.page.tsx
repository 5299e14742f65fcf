import { Form, Link, useLive } from '#client-runtime';
import type { IssueStatus, PropsOf } from '#shared';
import { Hydrate } from '#client-runtime/hydrate';
import { Parts, PartsAt } from '#client-runtime/parts';
import { memo } from 'react';
import type { ReactNode } from 'react';
import { FilterBar } from '../../../../ui/filter-bar/filter-bar.tsx';
import { Menu } from '../../../../ui/menu.tsx';
import { PAGE_EVERY_MS } from '../../../../ui/page-every-ms.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { NowProvider } from '../../../../ui/time/now.tsx';
import type { TriageOffer } from '../../states/views/index.ts';
import type { IssueListController } from '../issue-list.controller.ts';
import type { IssueListProps } from '../issue-list.dto.ts';
import { ListTriageBar, Nothing, Pages, WhatIsNew } from './issue-list.waiting.tsx';
import { useKeys } from './keys/use-keys.ts';
import { IssueTable } from './list/issue-table.tsx';
import { SearchAdvice } from '../../../recording/search/views/index.ts';
import { listHeadingId, useSteadyRows } from './list/steady-rows.ts';

type Props = PropsOf<IssueListController['list']>;

export function Page(props: Props): ReactNode {
  const { nowMs, issues, nothing } = props;
  useKeys();
  const { isRefreshing, isFailing } = useLive({
    everyMs: issues.length > 0 ? PAGE_EVERY_MS : 1000,
  });
  const { rows, ...news } = useSteadyRows(issues, isRefreshing);
  return (
    <NowProvider nowMs={nowMs}>
      <Parts value={props}>
        <Hydrate when="idle" of={[props.parts]} className="contents">
          <PartsAt place="top" />
        </Hydrate>
        <div className="list-tools">
          <h1 id={listHeadingId} tabIndex={-1}>
            Issues
          </h1>
          <StatusTabs {...props} />
          <Hydrate
            when="idle"
            of={[news.newer, news.changed, news.gone, isFailing]}
            className="contents"
          >
            <WhatIsNew {...news} isFailing={isFailing} />
          </Hydrate>
          {props.triage && issues.length > 0 && <SelectMode />}
          <ListFilter {...props} />
          <PartsAt place="filter" />
          <PartsAt place="bar" />
        </div>
        <SearchAdvice {...props} />
        {issues.length > 0 ? (
          <Issues {...props} issues={rows} gone={news.gone} />
        ) : (
          <Hydrate when="idle" of={[nothing]}>
            <Nothing {...nothing} />
          </Hydrate>
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
}: Omit<Props, 'nowMs'> & { readonly gone: ReadonlySet<number> }): ReactNode {
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
      {pages && (
        <Hydrate when="visible" of={[extent, pages]}>
          <Pages extent={extent} pages={pages} />
        </Hydrate>
      )}
    </>
  );
});

function ListFilter({
  status,
  query,
  fault,
  filters,
  saved,
}: Pick<IssueListProps, 'status' | 'query' | 'fault' | 'filters' | 'saved'>): ReactNode {
  return (
    <FilterBar
      {...filters}
      action="/issues"
      search={{ placeholder: 'Search, or paste an id', query, fault }}
      hidden={{ status }}
    >
      {saved && (
        <Menu label="Saved">
          <div className="filter-values">
            {saved.map(({ name, href }) => (
              <Link key={name + href} href={href}>
                {name}
              </Link>
            ))}
          </div>
        </Menu>
      )}
      <Link href="/search/help" prefetch="none">
        Help
      </Link>
    </FilterBar>
  );
}

function StatusTabs({ tabs }: Pick<IssueListProps, 'tabs'>): ReactNode {
  const { name: current = 'Any status', count: issues } =
    tabs.find(({ isCurrent }) => isCurrent) ?? {};
  return (
    <nav aria-label="Status" className="status">
      <Menu key={current} label={<Counted name={current} count={issues} />}>
        <ul>
          {tabs.map(({ name, href, count, isCurrent }) => (
            <li key={name}>
              <Link
                href={href}
                prefetch="intent"
                className="tab"
                aria-current={isCurrent && 'page'}
              >
                <Counted name={name} count={count} />
              </Link>
            </li>
          ))}
        </ul>
      </Menu>
    </nav>
  );
}

function Counted({
  name,
  count,
}: Pick<IssueListProps['tabs'][number], 'name'> & {
  readonly count: string | undefined;
}): ReactNode {
  return (
    <>
      {name}
      {count && <i>{` ${count}`}</i>}
    </>
  );
}

interface TriageFormProps {
  readonly offer: TriageOffer;
  readonly status: IssueStatus | 'all';
  readonly children: ReactNode;
}

function TriageForm({ offer, status, children }: TriageFormProps): ReactNode {
  return (
    // `noValidate` lets the server report faults, because a wrong field in a closed menu must not
    // block the other buttons.
    <Form action="triage" noValidate className="triage-form">
      <Hydrate when="idle" of={[offer, status]} className="contents">
        <ListTriageBar offer={offer} status={status} />
      </Hydrate>
      {children}
    </Form>
  );
}
