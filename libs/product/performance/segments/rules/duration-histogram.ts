/** Each bucket ends at 1.04 times the end of the one before, so its middle is within 2 % of all of it. */
const GROWTH = 1.04;
const FIRST_END_MS = 0.1;
const BUCKETS = 525;
const LOG_GROWTH = Math.log(GROWTH);
/** The relative error of this place within a bucket is the same towards both ends. */
const MIDDLE = 2 / (1 + GROWTH);
/** Values of two bits, of which the last one stands for a count that follows. */
const MARKS = 4;
const MANY = MARKS - 1;

/** Counts durations from 0.1 ms to a day by buckets. Shorter and longer ones count at the ends. */
export class DurationHistogram {
  readonly #counts = new Float64Array(BUCKETS);
  #count = 0;

  /** `bytes` is what `toBytes` returned. */
  constructor(bytes?: Uint8Array) {
    if (bytes) this.addBytes(bytes);
  }

  /** `counts` has numbers of durations by bucket. */
  static of(counts: Iterable<readonly [number, number]>): DurationHistogram {
    const durations = new DurationHistogram();
    for (const [bucket, times] of counts) durations.#add(bucket, times);
    return durations;
  }

  get count(): number {
    return this.#count;
  }

  add(durationMs: number, times = 1): void {
    this.#add(toBucket(durationMs), times);
  }

  addHistogram(other: DurationHistogram): void {
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) this.#add(bucket, other.#counts[bucket]!);
  }

  /** Adds what `toBytes` returned. */
  addBytes(bytes: Uint8Array): void {
    let [at, bucket] = [0, -1];
    const readRest = (low: number): number => {
      let [value, scale, byte] = [low, 1, low];
      for (; byte >= 0x80; value += byte * scale) {
        value -= 0x80 * scale;
        scale *= 0x80;
        byte = bytes[at++]!;
      }
      return value;
    };
    while (at < bytes.length) {
      // Nearly all varints have one byte.
      const byte = bytes[at++]!;
      const first = byte < 0x80 ? byte : readRest(byte);
      bucket += Math.floor(first / MARKS) + 1;
      const mark = first % MARKS;
      this.#add(bucket, mark === MANY ? readRest(bytes[at++]!) + MARKS : mark + 1);
    }
  }

  /**
   * Returns a varint for each bucket with durations: the number of empty ones before it, and in its
   * last two bits the count less one. For four durations and more, another varint has the count.
   */
  toBytes(): Buffer {
    const bytes: number[] = [];
    const write = (value: number): void => {
      let left = value;
      for (; left >= 0x80; left = Math.floor(left / 0x80)) bytes.push((left % 0x80) | 0x80);
      bytes.push(left);
    };
    let empty = 0;
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
      const count = this.#counts[bucket]!;
      if (count === 0) {
        empty += 1;
        continue;
      }
      write(empty * MARKS + Math.min(count - 1, MANY));
      if (count >= MARKS) write(count - MARKS);
      empty = 0;
    }
    return Buffer.from(bytes);
  }

  /** Returns the duration that this part of all durations (0 to 1) does not exceed; 0 for none. */
  findPercentileMs(part: number): number {
    const rank = Math.max(1, Math.ceil(part * this.#count));
    let below = 0;
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
      below += this.#counts[bucket]!;
      if (below >= rank) return FIRST_END_MS * GROWTH ** bucket * MIDDLE;
    }
    return 0;
  }

  /** Returns the counts of all buckets. */
  list(): Float64Array {
    return this.#counts;
  }

  #add(bucket: number, times: number): void {
    this.#counts[bucket]! += times;
    this.#count += times;
  }
}

export function toBucket(durationMs: number): number {
  if (!(durationMs > FIRST_END_MS)) return 0;
  const bucket = Math.ceil(Math.log(durationMs / FIRST_END_MS) / LOG_GROWTH - 1e-9);
  return Math.min(bucket, BUCKETS - 1);
}
