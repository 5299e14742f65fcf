import { useSyncExternalStore } from 'react';
import type { Observable } from '../observable.ts';

/**
 * Returns an observable's value and renders again when it changes. The value must be the same on
 * the server and at hydration.
 */
export function useObservable<Value>({ get, subscribe }: Observable<Value>): Value {
  return useSyncExternalStore(subscribe, get, get);
}
