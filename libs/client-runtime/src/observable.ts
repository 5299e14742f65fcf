export interface Observable<Value> {
  /** Returns the same value until listeners are called, as `useSyncExternalStore` requires. */
  get(this: void): Value;
  subscribe(this: void, listener: () => void): () => void;
  /** Returns the value with which the server rendered. Without it, the value stays the same. */
  first?(this: void): Value;
}

export interface OwnObservable<Value> extends Observable<Value> {
  first(this: void): Value;
  /** Changes the value and calls the listeners. An equal value calls none. */
  set(this: void, next: Value): void;
}

/**
 * Creates a value that others can subscribe to.
 *
 * ```tsx
 * const flash = createObservable<Flash | undefined>(payload.flash);
 * const end = flash.subscribe(() => console.log(flash.get()?.text));
 * flash.set(undefined);
 * end();
 * ```
 */
export function createObservable<Value>(value: Value): OwnObservable<Value> {
  const listeners = new Set<() => void>();
  const atFirst = value;
  return {
    first: () => atFirst,
    get: () => value,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set(next) {
      if (next === value) return;
      value = next;
      for (const listener of listeners) listener();
    },
  };
}
