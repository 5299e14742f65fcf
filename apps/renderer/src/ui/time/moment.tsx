import { formatMoment, formatUtc, toIsoTime } from '#shared';
import { useContext } from 'react';
import type { ReactNode } from 'react';
import { TimeFormatContext } from './time-format.ts';

interface MomentProps {
  readonly atMs: number;
  readonly className?: string;
}

/** Shows a time in the visitor's format, with UTC in the tooltip. */
export function Moment({ atMs, className }: MomentProps): ReactNode {
  const format = useContext(TimeFormatContext);
  return (
    // Browser and server may know different versions of the language, so React must not warn about
    // the text.
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
