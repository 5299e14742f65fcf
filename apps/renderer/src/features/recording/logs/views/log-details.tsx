import { Link } from '#client-runtime';
import { narrowSearch } from '#product/recording/logs/rules';
import { searchLimits, to } from '#shared';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { Facts } from '../../../../ui/facts.tsx';
import type { Fact } from '../../../../ui/facts.tsx';
import type { LogDetails, LogFilter } from '../logs.dto.ts';
import { toLogs } from './to-logs.ts';

const LINK = 'inline-flex items-center pointer-coarse:min-h-11';

/** All of a log: its text, what the SDK calls it by, and its attributes beside these. */
export function LogFacts({
  log,
  filter,
  className = '',
}: {
  readonly log: LogDetails;
  readonly filter: LogFilter;
  readonly className?: string;
}): ReactNode {
  const { body, severity, project, release, environment, server, shadowed = [] } = log;
  const named = { environment, release, server_name: server };
  const toFact = (name: string, value: string): Fact => [
    name,
    <Narrowed key={name} name={name} value={value} filter={filter} />,
  ];
  const toFacts = (attributes: LogDetails['attributes']): readonly Fact[] =>
    Object.entries(attributes).map(([name, value]): Fact =>
      shadowed.includes(name)
        ? [
            name,
            <bdi translate="no" key={name}>
              {String(value)}
            </bdi>,
          ]
        : toFact(name, String(value)),
    );
  const facts: readonly Fact[] = [
    ['level', severity],
    ...(project === undefined ? [] : ([['project', project]] as const)),
    ...Object.entries(named).flatMap(([name, value]) =>
      value === undefined ? [] : [toFact(name, value)],
    ),
    ...toTraceFact(log, filter),
  ];
  const said = toFacts(log.attributes);
  return (
    <div
      className={`log-details grid items-start gap-x-8 gap-y-2 py-2 wide:grid-cols-2 ${className}`}
    >
      <p className="col-span-full font-mono text-sm wrap-anywhere whitespace-pre-wrap">
        <bdi translate="no">{body.trim() === '' ? 'no text' : body}</bdi>
      </p>
      <Facts facts={facts} />
      {said.length > 0 && <Facts facts={said} />}
      {log.ofSdk && (
        <Disclosure className="col-span-full text-sm text-quiet" summary="From the SDK">
          <Facts facts={toFacts(log.ofSdk)} />
        </Disclosure>
      )}
    </div>
  );
}

function toTraceFact({ traceId }: LogDetails, filter: LogFilter): readonly Fact[] {
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
          href={toLogs({ ...filter, query, from: '', to: '' })}
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
  filter,
}: {
  readonly name: string;
  readonly value: string;
  readonly filter: LogFilter;
}): ReactNode {
  const query = narrowSearch(filter.query, name, value);
  if (value === '' || query.length > searchLimits.queryCharacters)
    return <bdi translate="no">{value}</bdi>;
  return (
    <Link
      href={toLogs({ ...filter, query })}
      prefetch="none"
      title={`Search for ${name}`}
      className={LINK}
    >
      <bdi translate="no">{value}</bdi>
    </Link>
  );
}
