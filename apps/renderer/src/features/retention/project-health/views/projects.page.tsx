import { to } from '#shared';
import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { sparklineOf } from '../../../../ui/charts/sparkline.tsx';
import {
  GridBody,
  GridHead,
  GridHeadCell,
  GridRow,
  GridTable,
} from '../../../../ui/grid-table.tsx';
import { countOf } from '../../../../ui/numbers/count.tsx';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import { NowProvider } from '../../../../ui/time/now.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type {
  Compared,
  HealthOrder,
  ProjectHealthProps,
  ProjectHealthRow,
} from '../project-health.dto.ts';
import { describeChange } from './change-words.ts';

/** As `GridTable` gives roles back that another display takes away. */
const ROW_HEAD = { scope: 'row', role: 'rowheader' };
const CELL = { role: 'cell' };

const COLUMNS = 'wide:grid-cols-[minmax(0,1fr)_9rem_8.5rem_7rem_5rem_5rem_6rem_4rem] wide:gap-x-4';

export function Page({ nowMs, order, projects, mayCreate }: ProjectHealthProps): ReactNode {
  return (
    <NowProvider nowMs={nowMs}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4">
        <h1 className="text-xl">Projects</h1>
        {mayCreate && (
          <Link
            href={to('/settings/projects', {}, { query: { new: '' } })}
            className="button button-primary no-underline"
          >
            New project
          </Link>
        )}
      </div>
      {projects.length === 0 ? (
        <p className="text-quiet">You are in no project yet. An owner can put you into one.</p>
      ) : (
        <GridTable className="block pb-6">
          <GridHead className="sr-only wide:not-sr-only wide:block">
            <GridRow className={`grid items-center border-b border-rule text-xs ${COLUMNS}`}>
              <Head order="name" current={order}>
                Project
              </Head>
              <Head order="events" current={order}>
                Events, 24 h
              </Head>
              <PlainHead>Users, 24 h</PlainHead>
              <PlainHead>Open issues</PlainHead>
              <Head order="last" current={order}>
                Last event
              </Head>
              <PlainHead>Room left</PlainHead>
              <PlainHead>By the hour</PlainHead>
              <PlainHead>
                <span className="sr-only">Settings</span>
              </PlainHead>
            </GridRow>
          </GridHead>
          <GridBody className="block">
            {projects.map((project) => (
              <Row key={project.issues} project={project} />
            ))}
          </GridBody>
        </GridTable>
      )}
    </NowProvider>
  );
}

interface HeadProps {
  readonly order: HealthOrder;
  readonly current: HealthOrder;
  readonly children: ReactNode;
}

function Head({ order, current, children }: HeadProps): ReactNode {
  const isCurrent = order === current;
  return (
    <GridHeadCell
      className="py-1 text-left font-normal text-faint"
      aria-sort={isCurrent ? (order === 'name' ? 'ascending' : 'descending') : undefined}
    >
      <Link
        href={order === 'name' ? '/projects' : to('/projects', {}, { query: { sort: order } })}
        className="text-faint no-underline hover:text-ink hover:underline"
      >
        {children}
        {isCurrent && <span aria-hidden="true">{order === 'name' ? ' ↑' : ' ↓'}</span>}
      </Link>
    </GridHeadCell>
  );
}

function PlainHead({ children }: { readonly children: ReactNode }): ReactNode {
  return <GridHeadCell className="py-1 text-left font-normal text-faint">{children}</GridHeadCell>;
}

function Row({ project }: { readonly project: ProjectHealthRow }): ReactNode {
  const { name, issues, settings, events, users, hours, refused } = project;
  return (
    <GridRow
      className={`grid grid-cols-2 items-center gap-x-4 border-b border-rule py-1.5 text-sm tabular-nums ${COLUMNS}`}
    >
      <th {...ROW_HEAD} className="col-span-2 text-left wide:col-span-1">
        <Link
          href={issues}
          prefetch="intent"
          className="inline-flex items-center font-semibold wrap-anywhere pointer-coarse:min-h-11"
        >
          {name}
        </Link>
        {refused && (
          <Link
            href={refused.href}
            className="ml-2 inline-flex items-center text-xs font-normal pointer-coarse:min-h-11"
          >
            {`${formatQuantity(refused.reports, 'report')} refused`}
          </Link>
        )}
      </th>
      <Cell label="Events">
        <Change {...events} />
      </Cell>
      <Cell label="Users">
        <Change {...users} />
      </Cell>
      <Cell label="Open issues">
        <Open {...project} />
      </Cell>
      <Cell label="Last event">
        {project.lastEventMs === undefined ? (
          <span className="text-faint">none</span>
        ) : (
          <RelativeTime atMs={project.lastEventMs} isShort />
        )}
      </Cell>
      <Cell label="Room left">
        {project.roomLeft === undefined ? (
          <span className="text-faint">no limit</span>
        ) : (
          `${project.roomLeft} %`
        )}
      </Cell>
      <td {...CELL} className="max-wide:hidden">
        {sparklineOf({ values: hours, label: 'Last 24 hours', unit: 'one hour' })}
      </td>
      <td {...CELL}>
        {settings !== undefined && (
          <Link
            href={settings}
            prefetch="intent"
            aria-label={`Settings of ${name}`}
            className="inline-flex items-center text-xs pointer-coarse:min-h-11"
          >
            Settings
          </Link>
        )}
      </td>
    </GridRow>
  );
}

/** Its label stands in the head of the column, where there is one. */
function Cell({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <td {...CELL} className="flex items-baseline gap-1 wide:block">
      <span className="text-xs text-faint wide:hidden">{label}</span>
      <span className="min-w-0">{children}</span>
    </td>
  );
}

function Change(compared: Compared): ReactNode {
  const { now, isAtLeast } = compared;
  return (
    <>
      {isAtLeast && <span title="Errata did not look at all events.">≥ </span>}
      {countOf(now)}
      <span className="ml-1.5 text-xs text-quiet">{describeChange(compared)}</span>
    </>
  );
}

function Open({ openIssues, newIssues }: ProjectHealthRow): ReactNode {
  return (
    <>
      {countOf(openIssues)}
      {newIssues > 0 && <span className="ml-1.5 text-xs text-quiet">{`${newIssues} new`}</span>}
    </>
  );
}
