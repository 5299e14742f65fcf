import type { ReactNode } from 'react';
import { formatCount, formatExactCount, formatQuantity } from '../numbers/format-count.ts';
import { formatUtcMinute } from '../time/format-time.ts';
import { layOutBars, summariseSeries } from './bar-geometry.ts';

const SHORT_UNITS = { minute: 'min', hour: 'h' };

const GEOMETRY = { barWidth: 4, gap: 1, height: 32 };

interface BarChartProps {
  /** `Last hour`. */
  readonly label: string;
  readonly values: readonly number[];
  /** One bar's span. */
  readonly unit: keyof typeof SHORT_UNITS;
  readonly stepMs: number;
  /** The clock when the last bar was counted; that bar's span contains it. */
  readonly nowMs: number;
  /** Whether it is the one chart to look at. */
  readonly accent?: boolean;
}

/** Bars as wide as their place, each with its time and count, and their sum in words above them. */
export function BarChart({
  label,
  values,
  unit,
  stepMs,
  nowMs,
  accent = false,
}: BarChartProps): ReactNode {
  const { total, peak, peakIndex } = summariseSeries(values);
  const lastStartMs = Math.floor(nowMs / stepMs) * stepMs;
  const timeOf = (index: number): string =>
    formatUtcMinute(lastStartMs - (values.length - 1 - index) * stepMs);
  const width = values.length * (GEOMETRY.barWidth + GEOMETRY.gap) - GEOMETRY.gap;
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
      <svg
        role="img"
        aria-label={`${label}: ${formatQuantity(total, 'event')}${peakText}`}
        className={`mt-0.5 block h-8 w-full ${accent ? 'bars-accent' : 'bars'}`}
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
      </svg>
    </figure>
  );
}
