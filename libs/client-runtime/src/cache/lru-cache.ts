import { runtimeLimits } from '#shared';

/** Runs a task once the browser has nothing better to do. */
export type RunWhenIdle = (task: () => void) => void;

/** Values by key, the least recently used or written first out. It may hold too much until the browser is idle. */
export interface LruCache<Value> {
  bytes(): number;
  /** Looks, which is no use: what may be needed is looked up for every link in view. */
  find(key: string): Value | undefined;
  /** Its value is shown, or an answer builds on it: it is the most recently used from now on. */
  use(key: string): void;
  set(key: string, value: Value, bytes: number): void;
  /** More of a value has arrived. Nothing, when the key has another value by now. */
  add(key: string, value: Value, bytes: number): void;
  invalidate(isGone: (value: Value, key: string) => boolean): void;
  values(): Value[];
}

interface Entry<Value> {
  readonly value: Value;
  bytes: number;
}

export function createLruCache<Value>(maxBytes: number, runWhenIdle: RunWhenIdle): LruCache<Value> {
  // Maps iterate in the order of insertion: what is used is put in anew.
  const entries = new Map<string, Entry<Value>>();
  let heldBytes = 0;

  const remove = (key: string): void => {
    heldBytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };

  const evict = (): void => {
    for (const key of heldBytes > maxBytes ? entries.keys() : []) {
      if (heldBytes > maxBytes * runtimeLimits.cacheEvictToShare) remove(key);
    }
  };

  const count = (bytes: number): void => {
    heldBytes += bytes;
    if (heldBytes > maxBytes) runWhenIdle(evict);
  };

  return {
    bytes: () => heldBytes,
    find: (key) => entries.get(key)?.value,
    use(key) {
      const entry = entries.get(key);
      entries.delete(key);
      if (entry) entries.set(key, entry);
    },
    set(key, value, bytes) {
      remove(key);
      entries.set(key, { value, bytes });
      count(bytes);
    },
    add(key, value, bytes) {
      const entry = entries.get(key);
      if (entry?.value !== value) return;
      entry.bytes += bytes;
      count(bytes);
    },
    invalidate(isGone) {
      for (const [key, { value }] of entries) if (isGone(value, key)) remove(key);
    },
    values: () => [...entries.values()].map(({ value }) => value),
  };
}
