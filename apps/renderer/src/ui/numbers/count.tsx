import type { ReactNode } from 'react';
import { formatCount, formatExactCount } from './format-count.ts';

/** A count that fits its column; the exact one is a hover away where it was shortened. */
export function Count({ value }: { readonly value: number }): ReactNode {
  return countOf(value);
}

/** The same without a component around it, for lists of hundreds. */
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
