import { runtimeLimits } from '#shared';

export interface LruCacheOptions {
  readonly maxBytes: number;
  /** Runs a task once the browser has nothing better to do. */
  readonly runWhenIdle: (task: () => void) => void;
}

interface Entry<Value> {
  readonly value: Value;
  bytes: number;
}

/** Values by key, the least recently read or written first out. It may hold too much until the browser is idle. */
export class LruCache<Value> {
  // Maps iterate in the order of insertion: what is used is put in anew.
  readonly #entries = new Map<string, Entry<Value>>();
  #heldBytes = 0;
  #isEvictionDue = false;

  readonly #options: LruCacheOptions;

  constructor(options: LruCacheOptions) {
    this.#options = options;
  }

  get bytes(): number {
    return this.#heldBytes;
  }

  /** Reads, which makes it the most recently used. */
  find(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: Value, bytes: number): void {
    this.delete(key);
    this.#entries.set(key, { value, bytes });
    this.#count(bytes);
  }

  /** More of a value has arrived. Nothing, when the key has another value by now. */
  grow(key: string, value: Value, bytes: number): void {
    const entry = this.#entries.get(key);
    if (entry?.value !== value) return;
    entry.bytes += bytes;
    this.#count(bytes);
  }

  delete(key: string): void {
    this.#heldBytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }

  deleteWhere(isGone: (value: Value) => boolean): void {
    for (const [key, { value }] of this.#entries) if (isGone(value)) this.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#heldBytes = 0;
  }

  #count(bytes: number): void {
    this.#heldBytes += bytes;
    if (this.#heldBytes <= this.#options.maxBytes || this.#isEvictionDue) return;
    this.#isEvictionDue = true;
    this.#options.runWhenIdle(() => this.#evict());
  }

  #evict(): void {
    this.#isEvictionDue = false;
    if (this.#heldBytes <= this.#options.maxBytes) return;
    const enough = this.#options.maxBytes * runtimeLimits.cacheEvictToShare;
    for (const key of this.#entries.keys()) {
      if (this.#heldBytes <= enough) return;
      this.delete(key);
    }
  }
}
