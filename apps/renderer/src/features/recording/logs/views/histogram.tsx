import { Link, useRouter } from '#client-runtime';
import { use, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { layOutStacks } from '../../../../ui/charts/stack-geometry.ts';
import { formatExactCount, formatQuantity } from '../../../../ui/numbers/format-count.ts';
import { TimeFormatContext } from '../../../../ui/time/time-format.ts';
import type { LogFilter, LogHistogram } from '../logs.dto.ts';
import { toDay, toMinute, toMoment, toSpan } from './log-clock.ts';
import { toLogsOf } from './to-logs.ts';
import { useMarking } from './use-marking.ts';

/** A unit is two pixels high, so that one error among thousands is seen. */
const GEOMETRY = { barWidth: 5, gap: 1, height: 32 };
const STEP = GEOMETRY.barWidth + GEOMETRY.gap;
const PARTS = [
  'fill-accent forced-colors:fill-[Highlight]',
  'fill-edge forced-colors:fill-[CanvasText]',
  'fill-edge/45',
];
const never = (): (() => void) => () => undefined;

/**
 * Draws logs by time. A group of buckets is a link. A click with scripts leads to one bucket, and
 * dragging or the arrow keys mark several.
 */
export function Histogram({
  histogram,
  filter,
}: {
  readonly histogram: LogHistogram;
  readonly filter: LogFilter;
}): ReactNode {
  const { fromMs, stepMs, buckets, perGroup, errors, warnings, others } = histogram;
  const format = use(TimeFormatContext);
  const router = useRouter();
  const isScripted = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const toMs = (bucket: number): number => fromMs + bucket * stepMs;
  const { marked, ...handlers } = useMarking(buckets, ({ first, last }) =>
    router.push(toLogsOf(filter, toMs(first), toMs(last + 1)), { scroll: false }),
  );
  const tell = (first: number, last: number): string =>
    `${toSpan(toMs(first), toMs(last + 1), format)}: ${tellCounts(histogram, first, last)}`;
  const isOneDay = toDay(fromMs, format) === toDay(toMs(buckets), format);
  const toBound = isOneDay ? toMinute : toMoment;
  const groups = Array.from({ length: buckets / perGroup }, (_, at) => at * perGroup);
  return (
    <>
      <div className="relative h-12 border-b border-edge sm:h-16">
        <svg
          role="img"
          aria-label={`Logs by time, ${tell(0, buckets - 1)}`}
          viewBox={`0 0 ${buckets * STEP} ${GEOMETRY.height}`}
          preserveAspectRatio="none"
          className="block size-full"
        >
          {marked && (
            <rect
              className="fill-selected stroke-ink stroke-2 [vector-effect:non-scaling-stroke]"
              x={marked.first * STEP}
              width={(marked.last - marked.first + 1) * STEP}
              height={GEOMETRY.height}
            />
          )}
          {draw([errors, warnings, others]).map((path, part) => (
            <path key={part} className={PARTS[part]} d={path} />
          ))}
        </svg>
        <div
          role="toolbar"
          aria-label="Narrow the time"
          className="absolute inset-0 grid touch-pan-y auto-cols-fr grid-flow-col"
          {...handlers}
        >
          {groups.map((from) => (
            <Link
              key={from}
              href={toLogsOf(filter, toMs(from), toMs(from + perGroup))}
              prefetch="none"
              scroll={false}
              draggable={false}
              className={marked ? 'outline-none' : '-outline-offset-2 hover:bg-ink/5'}
              tabIndex={isScripted && from > 0 ? -1 : undefined}
              aria-label={tell(from, from + perGroup - 1)}
            />
          ))}
        </div>
      </div>
      <p className="flex justify-between gap-2 text-xs text-faint">
        <span suppressHydrationWarning>{toBound(fromMs, format)}</span>
        <span role="status">{marked ? tell(marked.first, marked.last) : tellPeak(histogram)}</span>
        <span suppressHydrationWarning>{toBound(toMs(buckets), format)}</span>
      </p>
    </>
  );
}

/** Logs that the histogram has between two buckets, such as `312 logs, 2 errors`. */
export function tellCounts(
  { errors, warnings, others }: LogHistogram,
  first: number,
  last: number,
): string {
  const sum = (values: readonly number[]): number =>
    values.slice(first, last + 1).reduce((total, value) => total + value, 0);
  const [bad, doubtful, fine] = [errors, warnings, others].map(sum) as [number, number, number];
  return [
    formatQuantity(bad + doubtful + fine, 'log'),
    ...(bad > 0 ? [formatQuantity(bad, 'error')] : []),
    ...(doubtful > 0 ? [formatQuantity(doubtful, 'warning')] : []),
  ].join(', ');
}

function tellPeak({ errors, warnings, others, stepMs }: LogHistogram): string {
  const peak = Math.max(...others.map((count, at) => count + errors[at]! + warnings[at]!));
  const minutes = stepMs / 60_000;
  return peak === 0 ? 'none' : `at most ${formatExactCount(peak)} in ${minutes} min`;
}

/** Returns a path for each series, since single bars would be hundreds of elements. */
function draw(series: readonly (readonly number[])[]): readonly string[] {
  const paths = series.map(() => '');
  for (const { part, x, y, width, height } of layOutStacks(series, GEOMETRY).flat()) {
    paths[part] += `M${x} ${y}h${width}v${height}h-${width}z`;
  }
  return paths;
}
