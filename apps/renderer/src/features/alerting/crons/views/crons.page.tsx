import { monitorLimits, to } from '#shared';
import type { PropsOf } from '#shared';
import { Link } from '#client-runtime';
import { isFailure } from '#product/alerting/crons/rules';
import type { ReactNode } from 'react';
import { FilterBar } from '../../../../ui/filter-bar/filter-bar.tsx';
import { NothingFound } from '../../../../ui/filter-bar/nothing-found.tsx';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { Section } from '../../../../ui/section.tsx';
import { Live } from '../../../../ui/live.tsx';
import { NowProvider, useNow } from '../../../../ui/time/now.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { CronsController } from '../crons.controller.ts';
import type { MonitorRow } from '../crons.dto.ts';
import { State, StateMark } from './monitor-state.tsx';
import { SmallStrip } from './run-strip.tsx';
import { Snippets } from './snippets.tsx';

type Props = PropsOf<CronsController['list']>;

export function Page(props: Props): ReactNode {
  const { nowMs, rows, next, query, filters, without, refused, project, mayCreate } = props;
  return (
    <NowProvider nowMs={nowMs}>
      <Live />
      <div className="page-head">
        <h1 className="text-xl">Crons</h1>
        {mayCreate && (
          <Link
            href={
              project === undefined ? '/crons/new' : to('/crons/new', {}, { query: { project } })
            }
            className="button no-underline"
          >
            Add a monitor
          </Link>
        )}
      </div>
      {without !== 0 && (
        <FilterBar {...filters} action="/crons" search={{ placeholder: 'Name', query }} />
      )}
      {refused > 0 && (
        <Notice title={`${formatQuantity(refused, 'check-in')} of the last day had no room:`}>
          {`check-ins make at most ${monitorLimits.monitorsMade} monitors and ${monitorLimits.environmentsMade} environments of monitors an hour in a project. A later check-in of the job makes its monitor, or an admin of the project adds it.`}
        </Notice>
      )}
      {rows.length > 0 && (
        <ul className="border-t border-rule pb-3">
          {rows.map((row) => (
            <Row key={row.href} row={row} />
          ))}
        </ul>
      )}
      {next && (
        <Link href={next} rel="next" className="button my-3 no-underline">
          More monitors
        </Link>
      )}
      {rows.length === 0 &&
        (without === 0 ? (
          <Begin {...props} />
        ) : (
          <NothingFound what="monitor" query={query} filters={filters} without={without} />
        ))}
    </NowProvider>
  );
}

function Begin({ snippets }: Props): ReactNode {
  return (
    <Section id="begin" title="No cron monitor yet">
      <p className="max-w-prose pb-2 text-sm text-quiet">
        Errata creates a monitor when a job sends its first check-in.{' '}
        {snippets.length === 0
          ? 'Admins of the project find here how to send a check-in, with the key of the project.'
          : 'Each of these snippets sends a check-in:'}
      </p>
      <Snippets snippets={snippets} />
    </Section>
  );
}

function Row({ row }: { readonly row: MonitorRow }): ReactNode {
  const { href, project, name, environment, schedule, problem, bars, took, isFailing, state } = row;
  const failed = bars.filter(isFailure).length;
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)_4.5rem] items-center gap-x-3 gap-y-1 border-b border-rule py-2 menu:grid-cols-[1rem_minmax(0,1fr)_300px_4.5rem_4rem] menu:gap-x-4">
      <StateMark row={row} />
      <div className="min-w-0 wrap-anywhere">
        <Link href={href} prefetch="intent" className="font-semibold pointer-coarse:py-3">
          {name}
        </Link>
        <span className="text-quiet">{environment === undefined ? '' : ` ${environment}`}</span>
        <p className="text-xs text-faint">
          {(isFailing || state !== 'active') && [<State key="state" row={row} />, ' · ']}
          {failed > 0 && `${failed} of ${bars.length} not ok · `}
          {took !== undefined && `${took} · `}
          {project} · {schedule}
        </p>
        {problem !== undefined && <p className="text-xs text-accent">{problem}</p>}
      </div>
      <div className="order-last col-span-full menu:order-none menu:col-auto">
        <SmallStrip bars={bars} />
      </div>
      <Times row={row} />
    </li>
  );
}

function Times({ row: { lastRunMs, nextMs } }: { readonly row: MonitorRow }): ReactNode {
  const nowMs = useNow();
  return (
    <div className="text-xs whitespace-nowrap text-quiet menu:contents">
      <p>{lastRunMs === undefined ? 'no run yet' : <RelativeTime atMs={lastRunMs} />}</p>
      <p>{nextMs !== undefined && (nextMs > nowMs ? <RelativeTime atMs={nextMs} /> : 'due')}</p>
    </div>
  );
}
