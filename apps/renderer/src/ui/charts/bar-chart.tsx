import type { ReactNode } from 'react';
import { formatCount, formatExactCount, formatQuantity } from '../numbers/format-count.ts';
import { formatClock, toIsoTime } from '../time/format-time.ts';
import { useZone } from '../time/time-format.ts';
import { layOutBars, summariseSeries } from './bar-geometry.ts';
import { namesOf, timeAxisOf } from './time-axis.tsx';
import type { AxisTick, PlacedName } from './time-axis.tsx';

const SHORT_UNITS = { minute: 'min', hour: 'h', day: 'd' };

const GEOMETRY = { barWidth: 4, gap: 1, height: 48 };
const STEP = GEOMETRY.barWidth + GEOMETRY.gap;

interface BarChartProps {
  readonly label: string;
  readonly values: readonly number[];
  readonly unit: keyof typeof SHORT_UNITS;
  readonly stepMs: number;
  readonly firstMs: number;
  readonly marks: readonly ChartMark[];
  /** Names of marks that have room. */
  readonly names: readonly PlacedName[];
  readonly ticks: readonly AxisTick[];
}

interface ChartMark {
  /** Says in words what happened, like `production deploy of 1.4.2`. */
  readonly what: string;
  readonly atMs: number;
  /** Index of the bar. */
  readonly place: number;
}

export function BarChart({
  label,
  values,
  unit,
  stepMs,
  firstMs,
  marks,
  names,
  ticks,
}: BarChartProps): ReactNode {
  const { total, peak, peakIndex } = summariseSeries(values);
  const zone = useZone();
  const tell = (atMs: number): string =>
    unit === 'day' ? (toIsoTime(atMs)?.slice(0, 10) ?? '') : formatClock(zone, atMs);
  const timeOf = (index: number): string => tell(firstMs + index * stepMs);
  const tellMark = ({ what, atMs }: ChartMark): string => `${what}, ${tell(atMs)}`;
  const width = values.length * STEP - GEOMETRY.gap;
  const peakText =
    peakIndex === undefined
      ? ''
      : `; most in one ${unit}: ${formatExactCount(peak)}, at ${timeOf(peakIndex)}`;
  return (
    <figure className="min-w-0">
      <figcaption className="flex justify-between gap-2 text-xs text-faint">
        <span>{label}</span>
        <span>{peak === 0 ? 'none' : `peak ${formatCount(peak)}/${SHORT_UNITS[unit]}`}</span>
      </figcaption>
      {namesOf(names)}
      <svg
        role="img"
        aria-label={`${label}: ${formatQuantity(total, 'event')}${peakText}`}
        className="bars mt-0.5 block h-8 w-full wide:h-12"
        viewBox={`0 0 ${width} ${GEOMETRY.height + 1}`}
        preserveAspectRatio="none"
      >
        <rect className="axis" y={GEOMETRY.height} width={width} height={1} />
        {layOutBars(values, GEOMETRY).map((bar) => (
          <g key={bar.index}>
            <title>{`${timeOf(bar.index)}: ${formatQuantity(bar.value, 'event')}`}</title>
            <rect className="hit" x={bar.x} width={bar.width + 1} height={GEOMETRY.height} />
            <rect x={bar.x} y={bar.y} width={bar.width} height={bar.height} />
          </g>
        ))}
        {marks.map((mark) => {
          const x = mark.place * STEP;
          return (
            <g key={mark.what}>
              <title>{tellMark(mark)}</title>
              <line className="mark" x1={x} x2={x} y2={GEOMETRY.height} />
            </g>
          );
        })}
      </svg>
      {timeAxisOf(ticks, unit === 'day' ? 'UTC' : zone)}
      {marks.length > 0 && (
        <p className="line-clamp-2 text-xs wrap-anywhere text-faint">
          {marks.map(tellMark).join('; ')}
        </p>
      )}
    </figure>
  );
}
