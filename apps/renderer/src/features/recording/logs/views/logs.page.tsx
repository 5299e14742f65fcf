import { to } from '#shared';
import { printLogs } from '#product/recording/logs/rules';
import { Form, Link, RetryLink, useLive, usePoll } from '#client-runtime';
import { memo } from 'react';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Button } from '../../../../ui/forms/button.tsx';
import { SelectField } from '../../../../ui/forms/select-field.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { PAGE_EVERY_MS } from '../../../../ui/page-every-ms.ts';
import type { LogsProps } from '../logs.dto.ts';
import { LogRowOf } from './log-row.tsx';
import { LogTime } from './log-time.tsx';
import { NoLogs } from './no-logs.tsx';
import { useSteadyLogs } from './steady-logs.ts';
import type { SteadyLogs } from './steady-logs.ts';

const HEADING = 'logs';
const LINK = 'inline-flex items-center pointer-coarse:min-h-11';
/** A search that stopped early reads hundreds of blocks, so it is repeated less often. */
const WIDE_SEARCH_EVERY_MS = 30_000;

export function Page(latest: LogsProps): ReactNode {
  const { isRefreshing, isFailing } = useLive({ everyMs: PAGE_EVERY_MS });
  const { props, newer, show } = useSteadyLogs(latest, isRefreshing);
  const { rows, newest, searchedBackToMs, text } = props;
  return (
    <>
      {newest === undefined && (
        <Refreshing
          everyMs={searchedBackToMs === undefined ? PAGE_EVERY_MS : WIDE_SEARCH_EVERY_MS}
        />
      )}
      <div className="list-tools">
        <h1 id={HEADING} tabIndex={-1}>
          Logs
        </h1>
        {rows.length > 0 && <AsText text={text} rows={rows} />}
        <News newer={newer} show={show} isFailing={isFailing} />
        <SearchForm {...props} />
      </div>
      {props.ofUser && (
        <p className="pb-1 text-sm wrap-anywhere">
          Logs of this user:{' '}
          <Link href={props.ofUser.href} className={LINK}>
            {props.ofUser.name}
          </Link>
        </p>
      )}
      {rows.length > 0 ? (
        <Rows rows={rows} query={props.query} project={props.project} />
      ) : (
        <NoLogs {...props} />
      )}
      <Pages {...props} />
    </>
  );
}

/** Logs come without a message to open pages, so the page asks. */
function Refreshing({ everyMs }: { readonly everyMs: number }): ReactNode {
  usePoll('logs', everyMs);
  return null;
}

/** The copy has the rows that are shown; the link loads the newest. */
const AsText = memo(function AsText({ text, rows }: Pick<LogsProps, 'text' | 'rows'>): ReactNode {
  return (
    <span className="inline-flex items-center text-sm print:hidden">
      <Link href={text} target="_blank" prefetch="none" className={LINK}>
        As text
      </Link>
      <CopyButton text={printLogs(rows)} label="logs as text" />
    </span>
  );
});

function News({
  newer,
  show,
  isFailing,
}: Pick<SteadyLogs, 'newer' | 'show'> & { readonly isFailing: boolean }): ReactNode {
  return (
    <div className="list-news">
      <span role="status" className="sr-only">
        {isFailing && 'The logs cannot be loaded again.'}
        {newer > 0 && !isFailing && 'New logs have come.'}
      </span>
      {isFailing && (
        <>
          <span>Not up to date</span>
          <RetryLink className="button no-underline" />
        </>
      )}
      {newer > 0 && !isFailing && (
        <Button
          type="button"
          onClick={() => {
            // Showing the logs removes the focused button, so the heading takes the focus.
            document.getElementById(HEADING)?.focus({ preventScroll: true });
            show();
          }}
        >
          {`Show ${newer} new`}
        </Button>
      )}
    </div>
  );
}

function SearchForm({ query, project, fault, projects }: LogsProps): ReactNode {
  const set = [query, project].filter((each) => each !== '').length;
  return (
    <Form
      // The key resets the fields to the search of the page, whatever was typed before.
      key={[query, project].join('\n')}
      method="get"
      action="/logs"
      role="search"
      className="search-form"
    >
      {/* Phones fold the fields behind this checkbox. */}
      <label className="fold">
        <input
          type="checkbox"
          className="sr-only"
          autoComplete="off"
          defaultChecked={fault !== undefined}
        />
        {set === 0 ? 'Filter' : `Filter (${set})`}
      </label>
      <div className="search-tools">
        <TextField
          name="query"
          type="search"
          label="Search"
          isLabelHidden
          placeholder="Words, level:error, environment:production, any attribute"
          defaultValue={query}
          errors={fault === undefined ? [] : [fault]}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        {projects.length > 0 && (
          <SelectField
            name="project"
            label="Project"
            isLabelHidden
            options={[['', 'All projects'], ...projects]}
            defaultValue={project}
            autoComplete="off"
          />
        )}
        <div className="search-ends">
          <Button>Show</Button>
          <Link
            href={to('/help/:document', { document: 'logs' })}
            prefetch="none"
            className="button no-underline"
          >
            Help
          </Link>
        </div>
      </div>
    </Form>
  );
}

/** `memo` avoids rendering the rows again when only the state of the refresh changes. */
const Rows = memo(function Rows({
  rows,
  query,
  project,
}: Pick<LogsProps, 'rows' | 'query' | 'project'>): ReactNode {
  const hasIssues = rows.some(({ issue }) => issue !== undefined);
  return (
    <ol aria-labelledby={HEADING} className="-mx-2 border-y border-rule">
      {rows.map((row) => (
        <LogRowOf key={row.key} row={row} query={query} project={project} hasIssues={hasIssues} />
      ))}
    </ol>
  );
});

function Pages({ newest, older, searchedBackToMs }: LogsProps): ReactNode {
  if (newest === undefined && older === undefined) return null;
  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center gap-x-4 py-2 text-sm print:hidden"
    >
      {newest && (
        <Link href={newest} className={LINK}>
          Newest
        </Link>
      )}
      {searchedBackToMs !== undefined && (
        <span className="text-quiet">
          Searched back to <LogTime atMs={searchedBackToMs} />
        </span>
      )}
      {older && (
        <Link href={older} rel="next" className={LINK}>
          {searchedBackToMs === undefined ? 'Older' : 'Search older ones'}
        </Link>
      )}
    </nav>
  );
}
