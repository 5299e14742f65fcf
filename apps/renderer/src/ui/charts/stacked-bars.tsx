import type { ReactNode } from 'react';
import { formatExactCount } from '../numbers/format-count.ts';
import { layOutStacks } from './stack-geometry.ts';

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
}

const KEYS = { 1: 'stack-1', 2: 'stack-2', 3: 'stack-3' } as const;

export function StackedBars({ label, places, series }: StackedBarsProps): ReactNode {
  const width = places.length * (GEOMETRY.barWidth + GEOMETRY.gap) - GEOMETRY.gap;
  const stacks = layOutStacks(
    series.map(({ values }) => values),
    GEOMETRY,
  );
  const tell = (of: (one: BarSeries) => number): string =>
    series.map((one) => `${formatExactCount(of(one))} ${one.name}`).join(', ');
  const sum = ({ values }: BarSeries): number => values.reduce((all, value) => all + value, 0);
  return (
    <figure className="min-w-0">
      <svg
        role="img"
        aria-label={`${label}: ${tell(sum)}`}
        className="stacks block h-16 w-full"
        viewBox={`0 0 ${width} ${GEOMETRY.height + 1}`}
        preserveAspectRatio="none"
      >
        <rect className="axis" y={GEOMETRY.height} width={width} height={1} />
        {places.map((place, index) => (
          <g key={place}>
            <title>{`${place}: ${tell(({ values }) => values[index] ?? 0)}`}</title>
            <rect
              className="hit"
              x={index * (GEOMETRY.barWidth + GEOMETRY.gap)}
              width={GEOMETRY.barWidth + GEOMETRY.gap}
              height={GEOMETRY.height}
            />
            {stacks[index]?.map(({ part, ...bar }) => (
              <rect key={part} className={KEYS[series[part]!.tone]} {...bar} />
            ))}
          </g>
        ))}
      </svg>
      <figcaption className="flex flex-wrap justify-between gap-x-4 pt-1 text-xs text-quiet">
        <span>
          {places[0]} – {places.at(-1)}
        </span>
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
