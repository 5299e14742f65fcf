import { type Address, type TimeFormat, to } from '#shared';
import type { PropsOf } from '#shared';
import { Link, RetryLink, useLive, usePoll } from '#client-runtime';
import { memo, use, useMemo } from 'react';
import type { ReactNode } from 'react';
import { copyAnswer, CopyButton } from '../../../../ui/copy-button.tsx';
import { FilterBar } from '../../../../ui/filter-bar/filter-bar.tsx';
import { Button } from '../../../../ui/forms/button.tsx';
import { PAGE_EVERY_MS } from '../../../../ui/page-every-ms.ts';
import { TimeFormatContext } from '../../../../ui/time/time-format.ts';
import type { LogsController } from '../logs.controller.ts';
import type { LogFilter, LogHistogram } from '../logs.dto.ts';
import { Histogram, tellCounts } from './histogram.tsx';
import { toDay, toMoment, toSpan } from './log-clock.ts';
import { LogFacets } from './log-facets.tsx';
import { LogRowOf } from './log-row.tsx';
import { LogTime } from './log-time.tsx';
import { NoLogs } from './no-logs.tsx';
import { useSteadyLogs } from './steady-logs.ts';
import type { SteadyLogs } from './steady-logs.ts';
import { toLogs } from './to-logs.ts';
import { type Tail, useTail } from './use-tail.ts';

type Props = PropsOf<LogsController['list']>;

const HEADING = 'logs';
const LINK = 'inline-flex items-center pointer-coarse:min-h-11';
/** A search that stopped early reads hundreds of blocks, so it is repeated less often. */
const WIDE_SEARCH_EVERY_MS = 30_000;
const TAIL_EVERY_MS = 2000;
/** Beginnings that the address may have in place of a time. */
const LAST = [
  ['-10m', '10 min', 'Last 10 minutes'],
  ['-1h', '1 h', 'Last 1 hour'],
  ['-24h', '24 h', 'Last 24 hours'],
  ['-7d', '7 d', 'Last 7 days'],
] as const;

export function Page(latest: Props): ReactNode {
  const { isRefreshing, isFailing } = useLive({ everyMs: PAGE_EVERY_MS });
  const { props, newer, show } = useSteadyLogs(latest, isRefreshing);
  const tail = useTail(newer, show);
  const { rows, newest, searchedBackToMs, text, rowsAsText = text } = props;
  const { query, project, from, to: until, histogram, facets, read } = latest;
  const filter = useMemo(
    () => ({ query, project, from, to: until }),
    [query, project, from, until],
  );
  const isFollowing = newest === undefined && until === '';
  const usualMs = tail.isOn ? TAIL_EVERY_MS : PAGE_EVERY_MS;
  return (
    <>
      {isFollowing && (
        <Refreshing everyMs={searchedBackToMs === undefined ? usualMs : WIDE_SEARCH_EVERY_MS} />
      )}
      <div className="list-tools">
        <h1
          id={HEADING}
          tabIndex={-1}
          className="not-sr-only! flex-1 py-2.75! max-sm:px-2! sm:flex-none"
        >
          Logs
        </h1>
        {rows.length > 0 && <AsText text={text} rowsAsText={rowsAsText} />}
        <SearchBar {...props} filter={filter} />
      </div>
      {props.ofUser && (
        <p className="pb-1 text-sm wrap-anywhere">
          Logs of this user:{' '}
          <Link href={props.ofUser.href} className={LINK}>
            {props.ofUser.name}
          </Link>
        </p>
      )}
      {histogram && (rows.length > 0 || props.isFiltered) && (
        <section aria-label="Logs by time" className="pb-2">
          <div className="flex min-h-8 flex-wrap items-center gap-x-4 text-xs text-quiet">
            <p>
              {tellCounts(histogram, 0, histogram.buckets - 1)}
              <CountedFrom {...histogram} />
            </p>
            <Times filter={filter} />
            <News newer={newer} show={show} isFailing={isFailing}>
              {isFollowing && <TailSwitch {...tail} />}
            </News>
          </div>
          <Histogram histogram={histogram} filter={filter} />
        </section>
      )}
      {rows.length > 0 ? (
        <div className="wide:grid wide:grid-cols-[12.5rem_minmax(0,1fr)] wide:gap-x-6">
          <LogFacets facets={facets} read={read} histogram={histogram} {...filter} />
          <Rows rows={rows} filter={filter} isTailed={tail.isOn} />
        </div>
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

/** The copy has the rows that are shown, with their whole texts; the link loads the newest. */
function AsText({
  text,
  rowsAsText,
}: {
  readonly text: Address;
  readonly rowsAsText: Address;
}): ReactNode {
  return (
    <span className="inline-flex items-center text-sm print:hidden">
      <Link href={text} target="_blank" prefetch="none" className={LINK}>
        As text
      </Link>
      {/* Relative to the page, so that the copy works below any base path. */}
      <CopyButton text={rowsAsText.slice(1)} label="logs as text" write={copyAnswer} />
    </span>
  );
}

function CountedFrom({ countedFromMs }: LogHistogram): ReactNode {
  if (countedFromMs === undefined) return null;
  return (
    <>
      , counted back to <LogTime atMs={countedFromMs} />
    </>
  );
}

/** Links to the last minutes and hours, whatever time the page shows. */
function Times({ filter }: { readonly filter: LogFilter }): ReactNode {
  return (
    <nav aria-label="Time">
      {LAST.map(([from, name, words]) => (
        <Link
          key={from}
          href={toLogs({ ...filter, from, to: '' })}
          prefetch="none"
          aria-label={words}
          aria-current={filter.from === from && filter.to === '' ? 'true' : undefined}
          className="range"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

function TailSwitch({ isOn, toggle }: Tail): ReactNode {
  return (
    <button
      type="button"
      data-tail
      aria-pressed={isOn}
      title="Show new logs as they come, until you scroll away"
      onClick={toggle}
      className="button aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper noscript:hidden"
    >
      Tail
    </button>
  );
}

function News({
  newer,
  show,
  isFailing,
  children,
}: Pick<SteadyLogs, 'newer' | 'show'> & {
  readonly isFailing: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="list-news ml-auto w-auto!">
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
          {`${newer} new \u00b7 Show`}
        </Button>
      )}
      {children}
    </div>
  );
}

function SearchBar({
  filter,
  fault,
  projects,
  isFiltered,
}: Props & { readonly filter: LogFilter }): ReactNode {
  const format = use(TimeFormatContext);
  const { query, project, from, to: until } = filter;
  const fields = [
    ...projects,
    {
      name: 'from',
      label: 'Time',
      values: LAST.filter(([value]) => value !== from).map(
        ([value, , words]) => [value, words] as const,
      ),
      set:
        from === '' && until === ''
          ? undefined
          : [
              {
                value: from,
                text: tellTime(filter, format),
                without: toLogs({ ...filter, from: '', to: '' }),
              },
            ],
    },
  ];
  return (
    <FilterBar
      action="/logs"
      search={{
        placeholder: 'Words, level:error, environment:production, any attribute',
        query,
        fault,
      }}
      fields={fields.filter(({ values }) => values.length > 0)}
      hidden={until === '' ? {} : { to: until }}
      {...(isFiltered || project !== '' ? { clear: '/logs' as Address } : {})}
      link={toLogs(filter)}
    >
      <Link href={to('/help/:document', { document: 'logs' })} prefetch="none">
        Help
      </Link>
    </FilterBar>
  );
}

function tellTime({ from, to: until }: LogFilter, format: TimeFormat): string {
  const last = LAST.find(([value]) => value === from && until === '');
  if (last) return last[2].toLowerCase();
  const [fromMs, beforeMs] = [from, until].map((text) => Date.parse(text.replace(/Z?$/, 'Z')));
  if (fromMs && beforeMs) return toSpan(fromMs, beforeMs, format);
  const [begin, end] = [fromMs, beforeMs].map((atMs) => atMs && toMoment(atMs, format));
  return [from && `since ${begin || from}`, until && `until ${end || until}`].join(' ').trim();
}

/** `memo` avoids rendering the rows again when only the state of the refresh changes. */
const Rows = memo(function Rows({
  rows,
  filter,
  isTailed,
}: Pick<Props, 'rows'> & {
  readonly filter: LogFilter;
  readonly isTailed: boolean;
}): ReactNode {
  const format = use(TimeFormatContext);
  const hasIssues = rows.some(({ issue }) => issue !== undefined);
  const days = rows.map(({ atMs }) => toDay(atMs, format));
  return (
    // Browsers keep the row in sight that was, which would move the page away from new ones.
    <div
      className={`log-rows -mx-2 min-w-0 ${hasIssues ? 'log-rows-issues' : ''} ${isTailed ? '[overflow-anchor:none]' : ''}`}
    >
      {[...new Set(days)].map((day) => (
        <section key={day}>
          <h2 suppressHydrationWarning>{day}</h2>
          <ol>
            {rows
              .filter((_row, index) => days[index] === day)
              .map((row) => (
                <LogRowOf key={row.key} row={row} filter={filter} />
              ))}
          </ol>
        </section>
      ))}
    </div>
  );
});

function Pages({ newest, older, searchedBackToMs }: Props): ReactNode {
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
