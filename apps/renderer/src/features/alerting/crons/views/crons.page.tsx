import { to } from '#shared';
import { Link, useLive } from '#client-runtime';
import type { ReactNode } from 'react';
import { FilterBar } from '../../../../ui/filter-bar/filter-bar.tsx';
import { NothingFound } from '../../../../ui/filter-bar/nothing-found.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Section } from '../../../../ui/section.tsx';
import { PAGE_EVERY_MS } from '../../../../ui/page-every-ms.ts';
import { NowProvider } from '../../../../ui/time/now.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import { Moment } from '../../../../ui/time/moment.tsx';
import type { CronsProps, MonitorRow } from '../crons.dto.ts';
import { State } from './monitor-state.tsx';
import { RunBars } from './run-bars.tsx';
import { Refused } from './refused.tsx';
import { Snippets } from './snippets.tsx';

export function Page(props: CronsProps): ReactNode {
  const { nowMs, rows, query, filters, without, refused, project, mayCreate } = props;
  useLive({ everyMs: PAGE_EVERY_MS });
  return (
    <NowProvider nowMs={nowMs}>
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
      {refused[0] && (
        <Notice title="Some check-ins have no monitor," action={<a href="#refused">See them</a>}>
          the latest of them {refused[0].slug}.
        </Notice>
      )}
      {rows.length > 0 && (
        <ul className="border-t border-rule pb-6">
          {rows.map((row) => (
            <Row key={row.href} row={row} />
          ))}
        </ul>
      )}
      {rows.length === 0 &&
        (without === 0 ? (
          <Begin {...props} />
        ) : (
          <NothingFound what="monitor" query={query} filters={filters} without={without} />
        ))}
      {refused.length > 0 && <Refused refused={refused} />}
    </NowProvider>
  );
}

function Begin({ snippets }: CronsProps): ReactNode {
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
  const { href, project, name, environment, schedule, problem, bars } = row;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-rule py-2 sm:grid-cols-[minmax(0,1fr)_6rem_minmax(0,14rem)_7.5rem]">
      <div className="col-span-2 min-w-0 wrap-anywhere sm:col-auto">
        <Link href={href} prefetch="intent" className="font-semibold pointer-coarse:py-3">
          {name}
        </Link>
        <span className="text-quiet">{environment === undefined ? '' : ` ${environment}`}</span>
        <p className="text-xs text-faint">
          {project} · {schedule}
        </p>
        {problem !== undefined && <p className="text-xs text-accent">{problem}</p>}
      </div>
      <p className="col-start-1 sm:col-auto">
        <State row={row} />
      </p>
      <p className="col-start-1 min-w-0 text-xs text-quiet sm:col-auto">
        <Times row={row} />
      </p>
      <div className="col-start-2 row-span-2 row-start-2 sm:col-auto sm:row-auto">
        <RunBars runs={bars} />
      </div>
    </li>
  );
}

function Times({ row: { lastRunMs, nextMs } }: { readonly row: MonitorRow }): ReactNode {
  return (
    <>
      {lastRunMs === undefined ? (
        'has not run'
      ) : (
        <>
          ran <RelativeTime atMs={lastRunMs} />
        </>
      )}
      {nextMs !== undefined && (
        <span className="block">
          next <Moment atMs={nextMs} />
        </span>
      )}
    </>
  );
}
