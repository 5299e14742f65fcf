import { formatMoment, toIsoTime } from '#shared';
import { useContext } from 'react';
import type { ReactNode } from 'react';
import { TimeFormatContext } from '../../../../ui/time/time-format.ts';

/** Shows the time to the second, and to the millisecond in UTC when pointed at. */
export function LogTime({
  atMs,
  className,
}: {
  readonly atMs: number;
  readonly className?: string;
}): ReactNode {
  const iso = toIsoTime(atMs);
  return (
    // Browser and server may format the same time differently, and React must not warn about the
    // difference.
    <time
      dateTime={iso}
      title={iso?.replace('T', ' ').replace('Z', ' UTC')}
      className={className}
      suppressHydrationWarning
    >
      {formatMoment(atMs, useContext(TimeFormatContext))}
    </time>
  );
}
