import { monitorLimits } from '#shared';
import type { RunStatus } from '#shared';
import { describeRuns, isFailure } from './run-words.ts';

const HEIGHT = 24;
const GAP = 1;

/** Bars of failures are higher, and missed runs hollow, so that colour is not the only difference. */
const HEIGHTS = { ok: 8, in_progress: 4, error: 24, missed: 24, timeout: 17, unknown: 2 } as const;

/** A strip has room for `monitorLimits.runsDrawn` runs, and the latest run is at its right. */
export function toStripBox(runs: number, barWidth: number): string {
  const step = barWidth + GAP;
  return `${(runs - monitorLimits.runsDrawn) * step} 0 ${monitorLimits.runsDrawn * step - GAP} ${HEIGHT}`;
}

export function toBarPath(status: RunStatus, index: number, barWidth: number): string {
  const height = HEIGHTS[status];
  const bar = `M${index * (barWidth + GAP)} ${HEIGHT - height}h${barWidth}v${height}h-${barWidth}z`;
  // The inner outline turns the other way, which leaves a hole.
  const hole = `m1 1v${height - 2}h${barWidth - 2}v-${height - 2}z`;
  return status === 'missed' ? bar + hole : bar;
}

/** The shape of a strip. `paths` are the runs that went well or go on, and the failed ones. */
export interface DrawnStrip {
  readonly box: string;
  readonly paths: readonly [string, string];
  readonly label: string;
}

export function drawStrip(runs: readonly RunStatus[], barWidth: number): DrawnStrip {
  const drawn = { box: toStripBox(runs.length, barWidth), label: describeRuns(runs) };
  const toPath = (isFailed: boolean): string =>
    runs
      .map((status, at) => (isFailure(status) === isFailed ? toBarPath(status, at, barWidth) : ''))
      .join('');
  return { ...drawn, paths: [toPath(false), toPath(true)] };
}
