import type { ReactNode } from 'react';

/**
 * Draws a path of `toLinePath`, which the server makes. The line stays equally thin when CSS
 * stretches the chart. `label` tells the numbers to screen readers.
 */
export function lineChartOf({
  path,
  marks = '',
  label,
  width,
  height,
  className = '',
}: {
  readonly path: string;
  /** A path of points that stand out. */
  readonly marks?: string;
  readonly label: string;
  readonly width: number;
  readonly height: number;
  readonly className?: string;
}): ReactNode {
  return (
    <svg
      role="img"
      aria-label={label}
      className={`line-chart ${className}`}
      // Leaves room for half of the line's width at each edge.
      viewBox={`-1 -1 ${width + 2} ${height + 2}`}
      preserveAspectRatio="none"
    >
      <path d={path} />
      {marks !== '' && <path className="mark" d={marks} />}
    </svg>
  );
}
