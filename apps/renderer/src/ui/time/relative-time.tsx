import type { ReactNode } from 'react';
import { formatAge, formatAgo, formatIsoTime, toIsoTime } from './format-time.ts';
import { useNow } from './now.tsx';

interface RelativeTimeProps {
  readonly atMs: number;
  readonly className?: string;
  /** True for columns of ages: shows `3 min` instead of `3 min ago`. */
  readonly isShort?: boolean;
}

/** Shows `3 min ago`, with the time in UTC in the tooltip. Needs a `NowProvider` above it. */
export function RelativeTime({ atMs, className, isShort }: RelativeTimeProps): ReactNode {
  const iso = toIsoTime(atMs);
  return (
    <time dateTime={iso} title={formatIsoTime(iso)} className={className}>
      {(isShort ? formatAge : formatAgo)(atMs, useNow())}
    </time>
  );
}
