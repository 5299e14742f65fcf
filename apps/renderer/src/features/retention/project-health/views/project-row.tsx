import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { sparklineOf } from '../../../../ui/charts/sparkline.tsx';
import { GridRow } from '../../../../ui/grid-table.tsx';
import { countOf } from '../../../../ui/numbers/count.tsx';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { Compared, ProjectHealthRow } from '../project-health.dto.ts';
import { describeChange } from './change-words.ts';

/**
 * Restores the ARIA roles that table elements lose when CSS changes their `display`, as `GridTable`
 * does.
 */
const ROW_HEAD = { scope: 'row', role: 'rowheader' };
const CELL = { role: 'cell' };

const ROW =
  'relative flex flex-wrap items-center gap-x-3 border-t border-rule px-2 pb-2 first:border-t-0 hover:bg-raised has-focus-visible:bg-raised wide:grid wide:h-8 wide:grid-cols-(--project-columns) wide:gap-x-4 wide:pb-0';

const PAIR =
  'order-2 text-xs whitespace-nowrap text-quiet wide:order-none wide:grid wide:grid-cols-[3rem_minmax(0,1fr)] wide:items-baseline wide:gap-x-2 wide:text-sm wide:text-ink';

export function ProjectRow({ project }: { readonly project: ProjectHealthRow }): ReactNode {
  const { name, issues, settings, days } = project;
  return (
    <GridRow className={ROW}>
      <th
        {...ROW_HEAD}
        className="flex min-h-8 min-w-0 basis-[calc(100%-5rem)] items-center text-left font-normal max-wide:grow pointer-coarse:max-wide:min-h-11"
      >
        <Link
          href={issues}
          prefetch="intent"
          title={name}
          className="stretched truncate font-semibold no-underline"
        >
          {name}
        </Link>
      </th>
      <Count of={project.events} noun="event" />
      <Count of={project.users} noun="user" />
      <Open {...project} />
      <LastEvent {...project} />
      <td {...CELL} className="hidden w-24 wide:block">
        {sparklineOf({ values: days, label: 'Last 7 days', unit: 'one day' })}
      </td>
      <Room {...project} />
      <td {...CELL} className="order-1 ml-auto text-xs wide:order-none">
        {settings !== undefined && (
          <Link
            href={settings}
            prefetch="intent"
            aria-label={`Settings of ${name}`}
            className="relative inline-flex min-h-8 items-center pointer-coarse:min-h-11"
          >
            Settings
          </Link>
        )}
      </td>
    </GridRow>
  );
}

/** Hides the noun on wide screens, where the head of the column names it. */
function Count({
  of: compared,
  noun,
}: {
  readonly of: Compared;
  readonly noun: string;
}): ReactNode {
  const { now, before, isAtLeast } = compared;
  // A day without events had no users, which the events say already.
  const isSaid = noun === 'user' && before === 0;
  const change = isAtLeast || isSaid ? '' : describeChange(compared);
  return (
    <td {...CELL} className={PAIR}>
      <span className="wide:text-right">
        {isAtLeast && <span title="Errata did not look at all events.">≥ </span>}
        {countOf(now)}
        <span className="wide:sr-only">{now === 1 ? ` ${noun}` : ` ${noun}s`}</span>
      </span>
      {change !== '' && (
        <span
          className={`text-xs text-faint max-wide:ml-1.5 ${noun === 'user' ? 'max-sm:hidden' : ''}`}
          title={`${formatQuantity(before, noun)} in the 24 hours before`}
        >
          {change}
        </span>
      )}
    </td>
  );
}

function Open({ openIssues, areMoreOpen, newIssues }: ProjectHealthRow): ReactNode {
  return (
    <td {...CELL} className={PAIR}>
      <span className="wide:text-right">
        {areMoreOpen && '≥ '}
        {countOf(openIssues)}
        <span className="wide:sr-only"> unresolved</span>
      </span>
      {newIssues > 0 && (
        <span className="text-xs text-faint max-wide:ml-1.5 max-sm:hidden">
          {`${newIssues.toLocaleString('en')} new`}
        </span>
      )}
    </td>
  );
}

function LastEvent({ name, start, lastEventMs }: ProjectHealthRow): ReactNode {
  return (
    <td
      {...CELL}
      className="order-2 ml-auto text-xs whitespace-nowrap text-quiet wide:order-none wide:text-sm"
    >
      {lastEventMs !== undefined && <RelativeTime atMs={lastEventMs} isShort />}
      {lastEventMs === undefined && start === undefined && 'none yet'}
      {start !== undefined && (
        <Link
          href={start}
          prefetch="intent"
          aria-label={`Set up ${name}`}
          className="relative inline-flex items-center wide:min-h-8 pointer-coarse:min-h-11"
        >
          Set up
        </Link>
      )}
    </td>
  );
}

/** Hides the storage left on narrow screens. Lost reports are shown on all screens. */
function Room({ room: { text, isBad, href } }: ProjectHealthRow): ReactNode {
  const tone = isBad ? 'text-accent' : 'text-quiet';
  if (href === undefined) {
    return (
      <td {...CELL} className={`hidden text-right text-xs wide:block ${tone}`}>
        {text}
      </td>
    );
  }
  return (
    <td {...CELL} className="order-3 text-right text-xs max-wide:basis-full wide:order-none">
      <Link
        href={href}
        prefetch="intent"
        className={`relative flex w-max items-center wide:ml-auto pointer-coarse:min-h-11 ${tone}`}
      >
        {text}
      </Link>
    </td>
  );
}
