import type { DrawnStrip } from '#product/alerting/crons/rules';
import type { ReactNode } from 'react';

/** A strip of two paths, because a list has thousands of runs. */
export function stripOf({ box, paths, label }: DrawnStrip): ReactNode {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={box}
      preserveAspectRatio="none"
      className="block h-6 w-full"
    >
      <path d={paths[0]} className="fill-bar" />
      <path d={paths[1]} className="fill-accent" />
    </svg>
  );
}
