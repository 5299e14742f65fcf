import type { ReactNode } from 'react';

const WIDTHS = ['w-3/5', 'w-2/5', 'w-1/2', 'w-1/3'] as const;

interface SkeletonProps {
  readonly rows: number;
  readonly rowClass?: string;
}

/**
 * Shows grey rows while data load. Screen readers skip the rows, because the runtime announces the
 * page once it is complete.
 */
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
