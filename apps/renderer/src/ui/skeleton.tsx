import type { ReactNode } from 'react';

const WIDTHS = ['w-3/5', 'w-2/5', 'w-1/2', 'w-1/3'] as const;

interface SkeletonProps {
  /** How many rows are going to be there, as far as a window shows them. */
  readonly rows: number;
  /** Heights of rows, and what separates them. */
  readonly rowClass?: string;
}

/** A skeleton of rows that are on their way. Screen readers hear nothing of it: the page says once what it loads. */
export function Skeleton({ rows, rowClass = 'h-8' }: SkeletonProps): ReactNode {
  return (
    <div aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={`flex items-center border-t border-rule ${rowClass}`}>
          <span className={`h-3 bg-raised ${WIDTHS[row % WIDTHS.length]}`} />
        </div>
      ))}
    </div>
  );
}
