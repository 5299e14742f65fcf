import { Link } from '#client-runtime';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { sparklineOf } from '../../../../ui/charts/sparkline.tsx';
import { StackedBars } from '../../../../ui/charts/stacked-bars.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { formatExactCount } from '../../../../ui/numbers/format-count.ts';
import { Section } from '../../../../ui/section.tsx';
import type { DataController } from '../data.controller.ts';

type Props = PropsOf<DataController['show']>;
type EndingLine = Props['endings'][number];

const CELL = 'py-1 pl-3 text-right whitespace-nowrap';
const HEAD = `${CELL} font-normal`;
const ROW_HEAD = 'py-1 text-left font-normal wrap-anywhere';
const ROW = 'border-t border-rule align-baseline';

export function Page(props: Props): ReactNode {
  const { kept, hidden, room, unshown, losses } = props;
  return (
    <>
      <h1 className="page-title">Received</h1>
      <Section id="outcomes" title="What happened to what was sent" note="in the last 30 days">
        <Outcomes {...props} />
      </Section>
      {unshown.length > 0 && (
        <Section id="unshown" title="What came and nothing keeps" note="in the last 30 days">
          <Unshown unshown={unshown} />
        </Section>
      )}
      <Section id="lost" title="What SDKs say they have not sent" note="in the last 30 days">
        <Losses losses={losses} />
      </Section>
      <Section id="filtered" title="What is filtered">
        <Filters {...props} />
      </Section>
      <Section id="room" title="How much room is left">
        <Sentences of={room} />
      </Section>
      <Section id="kept" title="What is kept">
        <Sentences of={kept} />
      </Section>
      <Section id="hidden" title="What is hidden">
        <Sentences of={hidden} />
      </Section>
    </>
  );
}

function Sentences({ of }: { readonly of: readonly string[] }): ReactNode {
  return <p className="max-w-prose">{of.join(' ')}</p>;
}

function Filters({ filters, filtersHref }: Props): ReactNode {
  const on =
    filters.length === 0 ? 'No filter is on.' : `These filters are on: ${filters.join(', ')}.`;
  return (
    <p className="max-w-prose">
      {`${on} Errata accepts and counts items that a filter matches, but does not store them. `}
      {filtersHref !== undefined && <Link href={filtersHref}>Change the filters</Link>}
    </p>
  );
}

function Outcomes({ days, groups, endings }: Props): ReactNode {
  if (endings.length === 0) return <p className="text-quiet">Nothing was sent.</p>;
  return (
    <div className="grid gap-4">
      <StackedBars
        label="Items by day"
        places={days}
        series={[
          { name: 'taken', values: groups.taken, tone: 1 },
          { name: 'filtered', values: groups.filtered, tone: 2 },
          { name: 'refused or failed', values: groups.refused, tone: 3 },
        ]}
      />
      <table className="w-full text-sm tabular-nums">
        <thead>
          <tr className="text-xs text-faint">
            <th scope="col" className="text-left font-normal">
              Ended as
            </th>
            <th scope="col" className={HEAD}>
              By day
            </th>
            <th scope="col" className={HEAD}>
              30 days
            </th>
          </tr>
        </thead>
        <tbody>
          {endings.map((line) => (
            <Ending key={`${line.title} ${line.detail}`} line={line} />
          ))}
        </tbody>
      </table>
      <Disclosure summary="All numbers by day">
        <DayTable days={days} groups={groups} endings={endings} />
      </Disclosure>
    </div>
  );
}

function Ending({ line }: { readonly line: EndingLine }): ReactNode {
  const { title, detail, isBad, days, total, remedy } = line;
  return (
    <tr className={ROW}>
      <th scope="row" className={ROW_HEAD}>
        <span className={isBad ? 'text-accent' : ''}>{title}</span>
        {detail !== undefined && <span className="text-faint">{`: ${detail}`}</span>}
        {remedy !== undefined && (
          <Link
            href={remedy.href}
            className="flex w-fit items-center text-xs pointer-coarse:min-h-11"
          >
            {remedy.label}
          </Link>
        )}
      </th>
      <td className={CELL}>
        <span className="inline-block w-20 sm:w-32">
          {sparklineOf({ values: days, label: title, unit: 'one day', counted: 'item' })}
        </span>
      </td>
      <td className={CELL}>{formatExactCount(total)}</td>
    </tr>
  );
}

function DayTable({
  days,
  groups,
  endings,
}: Pick<Props, 'days' | 'groups' | 'endings'>): ReactNode {
  return (
    <table className="w-full text-sm tabular-nums">
      <thead>
        <tr className="text-xs text-faint">
          <th scope="col" className="text-left font-normal">
            Day (UTC)
          </th>
          <th scope="col" className={HEAD}>
            Taken
          </th>
          <th scope="col" className={HEAD}>
            Filtered
          </th>
          <th scope="col" className={HEAD}>
            Refused
          </th>
        </tr>
      </thead>
      <tbody>
        {days
          .map((day, index) => (
            <tr key={day} className={ROW}>
              <th scope="row" className={ROW_HEAD}>
                {day}
                <span className="block text-xs text-faint">{listEndings(endings, index)}</span>
              </th>
              {[groups.taken, groups.filtered, groups.refused].map((values, column) => (
                <td key={column} className={CELL}>
                  {formatExactCount(values[index] ?? 0)}
                </td>
              ))}
            </tr>
          ))
          .toReversed()}
      </tbody>
    </table>
  );
}

/**
 * Returns text such as `Stored 1,200, Filtered (by the project: noise of browsers) 56` for one day.
 * `place` is the day's index.
 */
function listEndings(endings: readonly EndingLine[], place: number): string {
  return endings
    .filter(({ days }) => days[place] !== 0)
    .map(({ title, detail, days }) => {
      const name = detail === undefined ? title : `${title} (${detail})`;
      return `${name} ${formatExactCount(days[place] ?? 0)}`;
    })
    .join(', ');
}

function Unshown({ unshown }: Pick<Props, 'unshown'>): ReactNode {
  return (
    <dl className="grid max-w-prose gap-3">
      {unshown.map(({ title, total, stop }) => (
        <div key={title}>
          <dt>
            {title}
            <span className="ml-2 text-xs text-faint">{`${formatExactCount(total)} came`}</span>
          </dt>
          <dd className="text-sm wrap-anywhere text-quiet">{stop}</dd>
        </div>
      ))}
    </dl>
  );
}

function Losses({ losses }: Pick<Props, 'losses'>): ReactNode {
  if (losses.length === 0) return <p className="text-quiet">They have reported no loss.</p>;
  return (
    <table className="w-full text-sm tabular-nums">
      <thead>
        <tr className="text-xs text-faint">
          <th scope="col" className="text-left font-normal">
            Why
          </th>
          <th scope="col" className={HEAD}>
            Kind
          </th>
          <th scope="col" className={HEAD}>
            30 days
          </th>
        </tr>
      </thead>
      <tbody>
        {losses.map(({ detail, kind, total, isBad }) => (
          <tr key={`${detail} ${kind}`} className={ROW}>
            <th scope="row" className={`${ROW_HEAD} ${isBad ? 'text-accent' : ''}`}>
              {detail}
            </th>
            <td className={CELL}>{kind}</td>
            <td className={CELL}>{formatExactCount(total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
