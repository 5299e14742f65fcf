import { Suspense, use } from 'react';
import type { ReactNode } from 'react';
import { findSettled } from '../deferred/settled.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { OutcomeInPlace } from './outcome-in-place.tsx';

export interface DeferredProps<T> {
  readonly value: Promise<T>;
  readonly fallback: ReactNode;
  readonly children: (value: T) => ReactNode;
}

/**
 * Shows a region of a page whose datum arrives after the other data. When the datum fails or does
 * not exist, its outcome appears in this place and the page stays.
 *
 * ```tsx
 * <Deferred value={relays} fallback={<p>Asking the relay …</p>}>
 *   {(states) => <RelaySections relays={states} />}
 * </Deferred>
 * ```
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
