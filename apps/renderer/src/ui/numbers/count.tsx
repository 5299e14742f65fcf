import type { ReactNode } from 'react';
import { formatCount, formatExactCount } from './format-count.ts';

export function Count({ value }: { readonly value: number }): ReactNode {
  return countOf(value);
}

/** Does the same as `Count` without a component, because lists have hundreds of counts. */
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
