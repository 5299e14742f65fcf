import type { ReactNode } from 'react';
import { formatExactCount } from '../numbers/format-count.ts';
import { useZone } from '../time/time-format.ts';
import { layOutStacks } from './stack-geometry.ts';
import { namesOf, timeAxisOf } from './time-axis.tsx';
import type { AxisTick, PlacedName } from './time-axis.tsx';

const GEOMETRY = { barWidth: 8, gap: 2, height: 64 };

export interface BarSeries {
  readonly name: string;
  readonly values: readonly number[];
  readonly tone: 1 | 2 | 3;
}

interface StackedBarsProps {
  readonly label: string;
  readonly places: readonly string[];
  /** The first series is at the bottom. */
  readonly series: readonly BarSeries[];
  readonly marks?: readonly BarMark[];
  /** True for the bars of whose time nothing is known. */
  readonly missing?: readonly boolean[];
  /** Replaces the sums of the series, where they mean nothing. */
  readonly summary?: string;
  readonly isTall?: boolean;
  /** Names of marks that have room. */
  readonly names?: readonly PlacedName[];
  /** Replaces the first and the last place as labels. */
  readonly ticks?: readonly AxisTick[];
  /** The least sum at full height, for charts that are compared. */
  readonly peak?: number;
}

/** Something that happened during a bar. */
interface BarMark {
  readonly title: string;
  /** Index of the bar. */
  readonly place: number;
}

const STEP = GEOMETRY.barWidth + GEOMETRY.gap;

const HIT = { width: STEP, height: GEOMETRY.height };

const KEYS = { 1: 'stack-1', 2: 'stack-2', 3: 'stack-3' } as const;

export function StackedBars(props: StackedBarsProps): ReactNode {
  const { label, places, series, marks = [], names = [], ticks, peak } = props;
  const { missing, summary, isTall } = props;
  const zone = useZone();
  const width = places.length * STEP - GEOMETRY.gap;
  const stacks = layOutStacks(
    series.map(({ values }) => values),
    GEOMETRY,
    peak,
  );
  const tell = (of: (one: BarSeries) => number): string =>
    series.map((one) => `${formatExactCount(of(one))} ${one.name}`).join(', ');
  const sum = ({ values }: BarSeries): number => values.reduce((all, value) => all + value, 0);
  return (
    <figure className="min-w-0">
      {namesOf(names)}
      <svg
        role="img"
        aria-label={`${label}: ${summary ?? tell(sum)}`}
        className={`stacks block w-full ${isTall ? 'h-18' : 'h-16'}`}
        viewBox={`0 0 ${width} ${GEOMETRY.height + 1}`}
        preserveAspectRatio="none"
      >
        <rect className="axis" y={GEOMETRY.height} width={width} height={1} />
        {places.map((place, index) => (
          <g key={place}>
            <title>{`${place}: ${missing?.[index] ? 'unknown' : tell(({ values }) => values[index] ?? 0)}`}</title>
            <rect
              className={missing?.[index] ? 'fill-selected' : 'hit'}
              x={index * STEP}
              {...HIT}
            />
            {stacks[index]?.map(({ part, ...bar }) => (
              <rect key={part} className={KEYS[series[part]!.tone]} {...bar} />
            ))}
          </g>
        ))}
        {marks.map(({ title, place }, index) => (
          <g key={index}>
            <title>{title}</title>
            <line className="mark" x1={place * STEP} x2={place * STEP} y2={GEOMETRY.height} />
          </g>
        ))}
      </svg>
      {ticks && timeAxisOf(ticks, zone)}
      <figcaption
        hidden={summary !== undefined}
        className="flex flex-wrap justify-between gap-x-4 pt-1 text-xs text-quiet"
      >
        {!ticks && (
          <span>
            {places[0]} – {places.at(-1)}
          </span>
        )}
        <ul className="flex flex-wrap gap-x-4">
          {series.map((one) => (
            <li key={one.name} className="flex items-center gap-1.5">
              <svg aria-hidden="true" viewBox="0 0 8 8" width="8" height="8" className="stacks">
                <rect className={KEYS[one.tone]} width="8" height="8" />
              </svg>
              {`${formatExactCount(sum(one))} ${one.name}`}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}
