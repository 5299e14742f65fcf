import type { ReactNode } from 'react';
import { formatAge, formatAgo, formatIsoTime, toIsoTime } from './format-time.ts';
import { useNow } from './now.tsx';

interface RelativeTimeProps {
  readonly atMs: number;
  readonly className?: string;
  /** Under a heading that says what it is: `3 min`. */
  readonly isShort?: boolean;
}

/** `3 min ago`, with the instant in UTC one hover away. Needs a NowProvider above it. */
export function RelativeTime({ atMs, className, isShort }: RelativeTimeProps): ReactNode {
  const iso = toIsoTime(atMs);
  return (
    <time dateTime={iso} title={formatIsoTime(iso)} className={className}>
      {(isShort ? formatAge : formatAgo)(atMs, useNow())}
    </time>
  );
}
