import type { ReactNode } from 'react';
import { StackedBars } from '../../../../ui/charts/stacked-bars.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { formatExactCount } from '../../../../ui/numbers/format-count.ts';
import { formatShare } from '#product/recording/release-health/rules';
import { toIsoTime } from '../../../../ui/time/format-time.ts';
import type { ReleaseHour, ReleaseProps } from '../release-health.dto.ts';

export function Hours({ hours, marks }: Pick<ReleaseProps, 'hours' | 'marks'>): ReactNode {
  const counted = hours.filter(({ sessions, crashed }) => sessions > 0 || crashed > 0);
  if (counted.length === 0) {
    return (
      <p className="max-w-prose text-sm text-quiet">
        No sessions in the last 3 days. SDKs send them unless session tracking is off.
      </p>
    );
  }
  const [latest] = marks;
  const hasUnhandled = hours.some((hour) => countUnhandled(hour) > 0);
  return (
    <>
      <StackedBars
        label="Sessions by hour"
        places={hours.map(tell)}
        series={[
          { name: 'crashed', values: hours.map(({ crashed }) => crashed), tone: 3 },
          ...(hasUnhandled
            ? ([{ name: 'unhandled', values: hours.map(countUnhandled), tone: 1 }] as const)
            : []),
          {
            name: hasUnhandled ? 'without either' : 'without a crash',
            values: hours.map(toSound),
            tone: 2,
          },
        ]}
        marks={marks.map(({ name, hour }) => ({ name, place: hour }))}
      />
      {latest && (
        <p className="text-xs text-faint">
          {`Dashed: deploys, the latest to ${latest.name} (${tell(hours[latest.hour]!)}).`}
        </p>
      )}
      <Disclosure summary="The numbers of each hour" className="pt-2 text-sm">
        <HourTable hours={counted.toReversed()} hasUnhandled={hasUnhandled} />
      </Disclosure>
    </>
  );
}

function HourTable({
  hours,
  hasUnhandled,
}: Pick<ReleaseProps, 'hours'> & { readonly hasUnhandled: boolean }): ReactNode {
  return (
    <table className="w-full max-w-xl tabular-nums">
      <thead>
        <tr className="border-b border-edge text-right text-xs text-faint">
          <th scope="col" className="py-1 text-left font-normal">
            Hour (UTC)
          </th>
          <th scope="col" className="font-normal">
            Sessions
          </th>
          <th scope="col" className="font-normal">
            Crashed
          </th>
          {hasUnhandled && (
            <th scope="col" className="font-normal">
              Unhandled
            </th>
          )}
          <th scope="col" className="font-normal">
            Crash-free
          </th>
        </tr>
      </thead>
      <tbody>
        {hours.map((hour) => (
          <tr key={hour.startsAtMs} className="border-t border-rule text-right first:border-t-0">
            <th scope="row" className="py-0.5 text-left font-normal">
              {tell(hour)}
            </th>
            <td>{formatExactCount(hour.sessions)}</td>
            <td>{formatExactCount(hour.crashed)}</td>
            {hasUnhandled && (
              <td>{hour.failed === undefined ? '–' : formatExactCount(countUnhandled(hour))}</td>
            )}
            <td>{hour.sessions === 0 ? '–' : formatShare(toCrashFree(hour) / hour.sessions)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A crash may be reported before the beginning of its session. */
function toCrashFree({ sessions, crashed }: ReleaseHour): number {
  return Math.max(0, sessions - crashed);
}

function toSound(hour: ReleaseHour): number {
  return Math.max(0, toCrashFree(hour) - countUnhandled(hour));
}

function countUnhandled({ crashed, failed = 0 }: ReleaseHour): number {
  return Math.max(0, failed - crashed);
}

/** Formats like `03-04 12:00`. */
function tell({ startsAtMs }: ReleaseHour): string {
  return toIsoTime(startsAtMs)?.slice(5, 16).replace('T', ' ') ?? '';
}
