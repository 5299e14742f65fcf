import type { ReactNode } from 'react';
import { formatCount, formatExactCount } from './format-count.ts';

/** A dash for none: an event that names no user has one all the same. */
export function usersOf(count: number): ReactNode {
  return count ? countOf(count) : <span title="no event names a user">–</span>;
}

/** Returns no component, because lists have hundreds of counts. */
export function countOf(value: number): ReactNode {
  const shown = formatCount(value);
  const exact = formatExactCount(value);
  return shown === exact ? (
    shown
  ) : (
    <data value={value} title={exact}>
      {shown}
    </data>
  );
}
