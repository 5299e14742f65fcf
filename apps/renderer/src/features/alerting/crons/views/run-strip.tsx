import { describeRuns, formatTook, isFailure, RUN_WORDS } from '#product/alerting/crons/rules';
import type { RunStatus } from '#shared';
import type { ReactNode } from 'react';
import { formatIn } from '../../../../ui/time/format-time.ts';
import { useZone } from '../../../../ui/time/time-format.ts';
import type { MonitorRow, ReportingMonitor } from '../crons.dto.ts';
import { toBarPath, toStripBox } from './strip-paths.ts';

const SMALL = 4;
const LARGE = 8;

const toInk = (isFailed: boolean): string => (isFailed ? 'fill-accent' : 'fill-bar');

/** A strip of two paths, because a list has thousands of runs. */
export function SmallStrip({ bars }: Pick<MonitorRow, 'bars'>): ReactNode {
  const paths = [false, true].map((isFailed) => {
    const drawn = bars.map((status, at) =>
      isFailure(status) === isFailed ? toBarPath(status, at, SMALL) : '',
    );
    return <path key={Number(isFailed)} d={drawn.join('')} className={toInk(isFailed)} />;
  });
  return stripOf(bars, SMALL, paths);
}

export function LargeStrip({ runs }: Pick<ReportingMonitor, 'runs'>): ReactNode {
  const zone = useZone();
  const statuses = runs.map(({ status }) => status);
  const paths = runs.map(({ status, startedMs, durationMs }, at) => (
    <path key={at} d={toBarPath(status, at, LARGE)} className={toInk(isFailure(status))}>
      <title>
        {`${formatIn(zone, startedMs)}: ${RUN_WORDS[status]}${durationMs === undefined ? '' : `, ${formatTook(durationMs)}`}`}
      </title>
    </path>
  ));
  return (
    <figure className="max-w-135">
      {stripOf(statuses, LARGE, paths)}
      <figcaption className="pt-1 text-sm text-quiet">{describeRuns(statuses)}</figcaption>
    </figure>
  );
}

function stripOf(runs: readonly RunStatus[], barWidth: number, paths: ReactNode): ReactNode {
  const box = { viewBox: toStripBox(runs.length, barWidth), preserveAspectRatio: 'none' };
  return (
    <svg {...box} role="img" aria-label={describeRuns(runs)} className="block h-6 w-full">
      {paths}
    </svg>
  );
}
