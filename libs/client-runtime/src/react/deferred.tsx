import { Suspense, use } from 'react';
import type { ReactNode } from 'react';
import { findSettled } from '../deferred/settled.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { OutcomeInPlace } from './outcome-in-place.tsx';

export interface DeferredProps<T> {
  /** A datum that the page's or the layout's loader returned as a promise. */
  readonly value: Promise<T>;
  /** Stands here until the datum is there. */
  readonly fallback: ReactNode;
  readonly children: (value: T) => ReactNode;
}

/**
 * A region of a page whose datum arrives after the rest. A datum that failed or turned out not to be
 * there shows its outcome in this place; the page around it stays.
 */
export function Deferred<T>({ value, fallback, children }: DeferredProps<T>): ReactNode {
  return (
    <ErrorBoundary of={value}>
      <Suspense fallback={fallback}>
        <SettledDatum value={value}>{children}</SettledDatum>
      </Suspense>
    </ErrorBoundary>
  );
}

function SettledDatum<T>({ value, children }: Omit<DeferredProps<T>, 'fallback'>): ReactNode {
  const known = findSettled(value);
  const settled = known ? use(known) : { data: use(value) };
  return 'data' in settled ? children(settled.data) : <OutcomeInPlace outcome={settled.outcome} />;
}
