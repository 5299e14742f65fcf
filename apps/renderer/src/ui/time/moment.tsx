import { formatIsoTime, formatMoment, toIsoTime } from '#shared';
import { useContext } from 'react';
import type { ReactNode } from 'react';
import { TimeFormatContext } from './time-format.ts';

interface MomentProps {
  readonly atMs: number;
  readonly className?: string;
}

export function Moment({ atMs, className }: MomentProps): ReactNode {
  const format = useContext(TimeFormatContext);
  const iso = toIsoTime(atMs);
  return (
    // Browser and server may format the same time differently, and React must not warn about the
    // difference.
    <time
      dateTime={iso}
      title={format.zone === 'UTC' ? undefined : formatIsoTime(iso)}
      className={className}
      suppressHydrationWarning
    >
      {formatMoment(atMs, format)}
    </time>
  );
}
