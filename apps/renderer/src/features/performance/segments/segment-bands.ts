import type { SegmentPoint, SegmentTimes } from '#product/performance/segments';
import { layOutNames, listTimeTicks, toBandPath, toLinePath } from '../../../charts/index.ts';
import { formatMs } from '#shared';
import { count, toShare } from './segment-words.ts';
import type { SegmentBands, SegmentMark } from './segments.dto.ts';

export type Mark = Omit<SegmentMark, 'at'>;

const SIZE = { width: 800, height: 160 };
const HOUR_MS = 3_600_000;
/** A rare slow request may not press the other lines flat. */
const MOST_OF_P95 = 2.5;

/** Lays out durations over time, with the releases that came in this time. */
export function toBands(
  { stepMs, fromMs, points }: SegmentTimes,
  toMs: number,
  marks: readonly Mark[],
): SegmentBands {
  const steps = Math.max(1, Math.ceil((toMs - fromMs) / stepMs));
  const byTime = new Map(points.map((point) => [point.atMs, point]));
  const every = Array.from({ length: steps }, (_, index) => byTime.get(fromMs + index * stepMs));
  const most = Math.max(...points.map(({ p95Ms }) => p95Ms), 0);
  const topMs = Math.min(Math.max(...points.map(({ p99Ms }) => p99Ms), 0), MOST_OF_P95 * most);
  const size = { ...SIZE, least: 0, most: topMs || 1 };
  const endMs = fromMs + steps * stepMs;
  const placed = marks
    .map((mark) => ({ ...mark, at: toThousandth((mark.atMs - fromMs) / (endMs - fromMs)) }))
    // A release that is there from the beginning came before.
    .filter(({ atMs, at }) => atMs >= fromMs + stepMs && at <= 1)
    .toSorted((one, other) => other.atMs - one.atMs);
  return {
    band: toBandPath(every.map(toBand), size),
    p95: toLinePath(
      every.map((point) => point?.p95Ms),
      size,
    ),
    p99: toLinePath(
      every.map((point) => point?.p99Ms),
      size,
    ),
    told: `${tell(points, stepMs)}. The top is at ${formatMs(topMs)}`,
    marks: placed,
    names: layOutNames(placed.map(({ release, at }) => ({ name: release, at }))),
    ticks: listTimeTicks(fromMs, endMs, 4),
    points: points.map(toRow).toReversed(),
  };
}

function toBand(point: SegmentPoint | undefined): readonly [number, number] | undefined {
  return point && [point.p50Ms, point.p95Ms];
}

function tell(points: readonly SegmentPoint[], stepMs: number): string {
  const unit =
    stepMs < HOUR_MS ? `${stepMs / 60_000} minutes` : stepMs === HOUR_MS ? 'hour' : 'day';
  const most = formatMs(Math.max(...points.map(({ p95Ms }) => p95Ms), 0));
  return `p95 by ${unit}: at most ${most}, ${formatMs(points.at(-1)?.p95Ms ?? 0)} in the last`;
}

function toRow({ atMs, requests, failed, p50Ms, p95Ms, p99Ms }: SegmentPoint) {
  const durations = [p50Ms, p95Ms, p99Ms].map(formatMs);
  return { atMs, cells: [count(requests), toShare(failed, requests), ...durations] };
}

function toThousandth(share: number): number {
  return Math.round(share * 1000) / 1000;
}
