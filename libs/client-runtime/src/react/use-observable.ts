import { useSyncExternalStore } from 'react';
import type { Observable } from '../observable.ts';

/** A value that is the same on the server and when the document is hydrated. */
export function useObservable<Value>({ get, subscribe }: Observable<Value>): Value {
  return useSyncExternalStore(subscribe, get, get);
}
