import { Link } from '#client-runtime';
import { narrowSearch } from '#product/recording/logs/rules';
import { searchLimits, to } from '#shared';
import { memo } from 'react';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { Facts } from '../../../../ui/facts.tsx';
import type { Fact } from '../../../../ui/facts.tsx';
import { LevelMark } from '../../../../ui/level-mark.tsx';
import type { LogRow } from '../logs.dto.ts';
import { LogTime } from './log-time.tsx';

interface LogRowProps {
  readonly row: LogRow;
  readonly query: string;
  readonly project: string;
  /** Keeps a column for issues in all rows, when one of them has one. */
  readonly hasIssues: boolean;
}

/** Shorter texts of one line are whole in the row. */
const SHORT_LENGTH = 40;
const LINK = 'inline-flex items-center pointer-coarse:min-h-11';
const SUMMARY =
  'flex flex-wrap items-center gap-x-2 wide:grid wide:grid-cols-[0.625rem_10rem_minmax(0,1fr)_fit-content(20rem)] wide:gap-x-4';

/** `memo` avoids rendering hundreds of links again when another row has changed. */
export const LogRowOf = memo(function LogRowOf({
  row,
  query,
  project,
  hasIssues,
}: LogRowProps): ReactNode {
  const { atMs, level, body, issue } = row;
  const where = [row.project, row.server, row.environment, row.release].filter(Boolean).join(' · ');
  return (
    <li className="flex gap-x-2 border-t border-rule px-2 first:border-t-0">
      <Disclosure
        className="min-w-0 flex-1"
        summary={
          <span className={SUMMARY}>
            <LevelMark level={level} />
            <LogTime
              atMs={atMs}
              className="text-xs whitespace-nowrap text-faint tabular-nums max-wide:order-1"
            />
            <bdi className="min-w-0 font-mono text-sm max-wide:line-clamp-2 max-wide:basis-[calc(100%-1.125rem)] max-wide:wrap-anywhere wide:truncate">
              {body.trim() === '' ? 'no text' : body.slice(0, 400)}
            </bdi>
            <span
              title={where}
              className="min-w-0 truncate text-xs text-quiet max-wide:order-1 max-wide:flex-1"
            >
              {where}
            </span>
          </span>
        }
      >
        <LogDetails row={row} query={query} project={project} />
      </Disclosure>
      {issue && (
        <Link
          href={issue.href}
          prefetch="intent"
          title="An error of the same trace"
          className={`self-start py-1 text-sm whitespace-nowrap wide:w-24 wide:justify-end ${LINK}`}
        >
          {issue.shortId}
        </Link>
      )}
      {!issue && hasIssues && <span className="w-24 max-wide:hidden" />}
    </li>
  );
});

function LogDetails({ row, query, project }: Omit<LogRowProps, 'hasIssues'>): ReactNode {
  const { body, severity, release, environment, server, isCut, shadowed = [] } = row;
  const narrow = (name: string, value: string): ReactNode => (
    <Narrowed key={name} name={name} value={value} query={query} project={project} />
  );
  const named = { environment, release, server_name: server };
  const toFacts = (attributes: LogRow['attributes']): readonly Fact[] =>
    Object.entries(attributes).map(([name, value]): Fact => [
      name,
      shadowed.includes(name) ? <bdi>{String(value)}</bdi> : narrow(name, String(value)),
    ]);
  const facts: readonly Fact[] = [
    ['level', severity],
    ...Object.entries(named).flatMap(([name, value]): Fact[] =>
      value === undefined ? [] : [[name, narrow(name, value)]],
    ),
    ...toTraceFact(row, project),
    ...toFacts(row.attributes),
  ];
  return (
    <div className="grid max-w-4xl gap-2 pt-1 pb-3 pl-4">
      {(body.length > SHORT_LENGTH || body.includes('\n')) && (
        <p className="font-mono text-sm wrap-anywhere whitespace-pre-wrap">
          <bdi>{body}</bdi>
        </p>
      )}
      <Facts facts={facts} />
      {row.ofSdk && (
        <Disclosure className="text-sm text-quiet" summary="From the SDK">
          <Facts facts={toFacts(row.ofSdk)} />
        </Disclosure>
      )}
      {isCut && (
        <p className="text-sm text-quiet">
          This log is cut, since the logs of this page are too large together. Search for it to see
          all of it.
        </p>
      )}
    </div>
  );
}

function toTraceFact({ traceId }: LogRow, project: string): readonly Fact[] {
  if (traceId === undefined) return [];
  const query = narrowSearch('', 'trace', traceId);
  return [
    [
      'trace',
      <span key="trace" className="flex flex-wrap gap-x-4">
        <Link href={to('/traces/:trace', { trace: traceId })} prefetch="intent" className={LINK}>
          {traceId}
        </Link>
        <Link
          href={to('/logs', {}, { query: { query, project: project || undefined } })}
          prefetch="none"
          className={LINK}
        >
          Logs of this trace
        </Link>
      </span>,
    ],
  ];
}

/** Leads to the logs of the search that have the same value, too. */
function Narrowed({
  name,
  value,
  query,
  project,
}: {
  readonly name: string;
  readonly value: string;
  readonly query: string;
  readonly project: string;
}): ReactNode {
  const narrowed = narrowSearch(query, name, value);
  if (value === '' || narrowed.length > searchLimits.queryCharacters) return <bdi>{value}</bdi>;
  return (
    <Link
      href={to('/logs', {}, { query: { query: narrowed, project: project || undefined } })}
      prefetch="none"
      title={`Search for ${name}`}
      className={LINK}
    >
      <bdi>{value}</bdi>
    </Link>
  );
}
