import type { PropsOf } from '#shared';
import type { ComponentProps, ReactNode } from 'react';
import { StackedBars } from '../../../../ui/charts/stacked-bars.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { formatExactCount } from '../../../../ui/numbers/format-count.ts';
import { formatShare } from '#product/recording/release-health/rules';
import { formatIn } from '../../../../ui/time/format-time.ts';
import { useZone } from '../../../../ui/time/time-format.ts';
import type { ReleaseHealthController } from '../release-health.controller.ts';
import type { DeployMark, ReleaseHour } from '../release-health.dto.ts';

type Props = PropsOf<ReleaseHealthController['show']>;

export function Hours({
  version,
  hours,
  ticks,
  marks,
  names,
  other,
}: Pick<Props, 'version' | 'hours' | 'ticks' | 'marks' | 'names' | 'other'>): ReactNode {
  const zone = useZone();
  const counted = listCounted(hours);
  const compared = other?.hours ?? [];
  const tellDeploy = ({ environment, atMs }: DeployMark): string =>
    `${environment} deploy of ${version}, ${tell(zone, atMs)}`;
  const peak = Math.max(...[...hours, ...compared].map(({ sessions }) => sessions));
  const hasUnhandled = hours.some((hour) => countUnhandled(hour) > 0);
  return (
    <>
      {counted.length > 0 || compared.length > 0 ? (
        <HourBars
          {...{ hours, ticks, names, peak }}
          marks={marks.map((mark) => ({
            title: tellDeploy(mark),
            place: mark.hour,
          }))}
        />
      ) : (
        <p className="max-w-prose text-sm text-quiet">
          No sessions in the last 3 days. SDKs send them unless session tracking is off.
        </p>
      )}
      {counted.length > 0 && marks.length > 0 && (
        <p className="text-xs text-faint wrap-anywhere">{`Dashed: ${marks.slice(0, TOLD_MARKS).map(tellDeploy).join('; ')}`}</p>
      )}
      {other?.hours && (
        <div className="pt-4">
          <h3 className="text-sm">
            <bdi translate="no" className="font-mono wrap-anywhere">
              {other.version}
            </bdi>
            , in the same hours
          </h3>
          {listCounted(other.hours).length > 0 ? (
            <HourBars hours={other.hours} ticks={ticks} peak={peak} />
          ) : (
            <p className="text-sm text-quiet">It has no sessions in these hours.</p>
          )}
        </div>
      )}
      {counted.length > 0 && (
        <Disclosure summary="The numbers of each hour" className="pt-2 text-sm">
          <HourTable hours={counted.toReversed()} hasUnhandled={hasUnhandled} zone={zone} />
        </Disclosure>
      )}
    </>
  );
}

const TOLD_MARKS = 5;

function HourBars({
  hours,
  ...rest
}: Pick<Props, 'hours'> &
  Pick<ComponentProps<typeof StackedBars>, 'ticks' | 'marks' | 'names' | 'peak'>): ReactNode {
  const zone = useZone();
  const hasUnhandled = hours.some((hour) => countUnhandled(hour) > 0);
  return (
    <StackedBars
      label="Sessions by hour"
      places={hours.map(({ startsAtMs }) => tell(zone, startsAtMs))}
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
      {...rest}
    />
  );
}

function listCounted(hours: readonly ReleaseHour[]): readonly ReleaseHour[] {
  return hours.filter(({ sessions, crashed }) => sessions > 0 || crashed > 0);
}

function HourTable({
  hours,
  hasUnhandled,
  zone,
}: Pick<Props, 'hours'> & {
  readonly hasUnhandled: boolean;
  readonly zone: string;
}): ReactNode {
  return (
    <table className="w-full max-w-xl tabular-nums">
      <thead>
        <tr className="border-b border-edge text-right text-xs text-faint">
          <th scope="col" className="py-1 text-left font-normal">
            {zone === 'UTC' ? 'Hour (UTC)' : 'Hour'}
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
              {tell(zone, hour.startsAtMs)}
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
function tell(zone: string, atMs: number): string {
  return formatIn(zone, atMs).slice(5, 16);
}
