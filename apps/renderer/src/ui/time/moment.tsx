import { formatMoment, formatUtc, toIsoTime } from '#shared';
import { useContext } from 'react';
import type { ReactNode } from 'react';
import { TimeFormatContext } from './time-format.ts';

interface MomentProps {
  readonly atMs: number;
  readonly className?: string;
}

/** An instant as the visitor wants it, with UTC one hover away. */
export function Moment({ atMs, className }: MomentProps): ReactNode {
  const format = useContext(TimeFormatContext);
  return (
    // Browsers and servers may know the language in other versions.
    <time
      dateTime={toIsoTime(atMs)}
      title={format.zone === 'UTC' ? undefined : formatUtc(atMs)}
      className={className}
      suppressHydrationWarning
    >
      {formatMoment(atMs, format)}
    </time>
  );
}
