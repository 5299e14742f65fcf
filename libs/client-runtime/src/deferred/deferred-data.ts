import type { DeferredDatum, SegmentData } from '#shared';
import { shareStructure } from './share-structure.ts';
import { toDeferred, toFulfilled } from './settled.ts';
import type { DeferredPromise, Settled } from './settled.ts';

/** The deferred data of one answer, by segment; each settles once, in any order. */
export class DeferredData {
  readonly #segments: readonly DeferredSegment[];

  /** `settled`: what had ended before the page was sent; views read it without waiting. */
  constructor(segments: readonly SegmentData[], settled: readonly DeferredDatum[] = []) {
    this.#segments = segments.map(
      ({ deferred = [] }, index) =>
        new DeferredSegment(
          deferred,
          settled.filter(({ segment }) => segment === index),
        ),
    );
  }

  /** Of the segment at that place in the answer. */
  of(segment: number): DeferredSegment {
    const found = this.#segments[segment];
    if (!found) throw new RangeError(`The answer has no segment ${segment}.`);
    return found;
  }

  /** Settles the datum of a line of that many bytes. A line that nobody waits for changes nothing. */
  settle(line: DeferredDatum, bytes = 0): void {
    this.#segments[line.segment]?.settle(line, bytes);
  }

  /** The answer is over: what has not settled never will. */
  cutOff(error: Error): void {
    for (const segment of this.#segments) segment.cutOff(error);
  }
}

interface Waiting {
  readonly resolve: (value: Settled) => void;
  readonly reject: (error: Error) => void;
}

/** The deferred data of one segment. */
export class DeferredSegment {
  /** What the segment's view is given besides its data: a promise each, by name. */
  readonly props: Readonly<Record<string, DeferredPromise>>;
  /** Told of the bytes of each datum as it arrives. */
  onArrival: ((bytes: number) => void) | undefined;
  readonly #waiting = new Map<string, Waiting>();
  readonly #values = new Map<string, unknown>();
  #earlier: ReadonlyMap<string, unknown> = new Map();
  #left: number;

  constructor(names: readonly string[], settled: readonly DeferredDatum[] = []) {
    const known = new Map(settled.map((line) => [line.name, toFulfilled<Settled>(line)]));
    const all = [...new Set([...known.keys(), ...names])];
    this.props = Object.fromEntries(
      all.map((name) => [name, toDeferred(known.get(name) ?? this.#open(name))]),
    );
    this.#left = this.#waiting.size;
  }

  /** Whether every datum has arrived. Not when the answer was cut off before. */
  isWhole(): boolean {
    return this.#left === 0;
  }

  /** It is the same segment loaded again: what arrives and has not changed keeps its identity. */
  follow(earlier: DeferredSegment): void {
    this.#earlier = earlier.#values;
  }

  settle(line: DeferredDatum, bytes: number): void {
    const waiting = this.#waiting.get(line.name);
    if (!waiting) return;
    this.#waiting.delete(line.name);
    this.#left -= 1;
    if ('data' in line) {
      const data = shareStructure(this.#earlier.get(line.name), line.data);
      this.#values.set(line.name, data);
      waiting.resolve({ data });
    } else waiting.resolve(line);
    this.onArrival?.(bytes);
  }

  cutOff(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  #open(name: string): Promise<Settled> {
    // As `Promise.withResolvers`, which Node.js 20 does not have.
    return new Promise((resolve, reject) => this.#waiting.set(name, { resolve, reject }));
  }
}
