import { useSyncExternalStore } from 'react';
import type { Observable } from '../observable.ts';

/**
 * Returns an observable's value and renders again when it changes. Hydration uses the first value,
 * because a part of the page may be hydrated after a change.
 */
export function useObservable<Value>({ get, subscribe, first = get }: Observable<Value>): Value {
  return useSyncExternalStore(subscribe, get, first);
}
