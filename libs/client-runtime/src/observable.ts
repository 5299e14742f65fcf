/** A value that others are told of. */
export interface Observable<Value> {
  /** The same as long as nothing is told. */
  get(this: void): Value;
  /** Called after each change. Returns what ends it. */
  subscribe(this: void, listener: () => void): () => void;
}

export interface OwnObservable<Value> extends Observable<Value> {
  /** Tells of another value; nothing of the same. */
  set(this: void, next: Value): void;
}

export function createObservable<Value>(value: Value): OwnObservable<Value> {
  const listeners = new Set<() => void>();
  return {
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
