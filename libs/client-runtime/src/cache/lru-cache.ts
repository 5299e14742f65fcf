import { runtimeLimits } from '#page-protocol';

export type RunWhenIdle = (task: () => void) => void;

/**
 * A cache that evicts the least recently used values. The cache may exceed its limit until the
 * browser is idle.
 */
export interface LruCache<Value> {
  bytes(): number;
  /**
   * Returns the value without marking it as used, because prefetching looks up every link in view.
   */
  find(key: string): Value | undefined;
  use(key: string): void;
  set(key: string, value: Value, bytes: number): void;
  /** Adds bytes to the size of a value that grows. Does nothing when the key has another value. */
  add(key: string, value: Value, bytes: number): void;
  invalidate(isGone: (value: Value, key: string) => boolean): void;
  values(): Value[];
}

interface Entry<Value> {
  readonly value: Value;
  bytes: number;
}

export function createLruCache<Value>(maxBytes: number, runWhenIdle: RunWhenIdle): LruCache<Value> {
  // A Map iterates in order of insertion, so a used entry is inserted again at the end.
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
