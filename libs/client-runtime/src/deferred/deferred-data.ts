import type { DeferredDatum, SegmentData } from '#shared';
import { toDeferred, toFulfilled } from './settled.ts';
import type { DeferredPromise, Settled } from './settled.ts';

/** The deferred data of one answer, by segment; each settles once, in any order. */
export interface DeferredData {
  /** Of each segment of the answer. */
  readonly segments: readonly DeferredSegment[];
  /** Settles the datum of a line of that many bytes. A line that nobody waits for changes nothing. */
  settle(line: DeferredDatum, bytes?: number): void;
  /** The answer is over: what has not settled never will. */
  close(): void;
}

/** Gives `next`, with what of it equals its counterpart in `previous` replaced by that. */
export type Share = <T>(previous: unknown, next: T) => T;

/** The deferred data of one segment. */
export interface DeferredSegment {
  /** How what arrives keeps the identity of what was there. */
  readonly share: Share;
  /** What the segment's view is given besides its data: a promise each, by name. */
  readonly props: Readonly<Record<string, DeferredPromise>>;
  /** Data that have arrived, by name. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Told of the bytes of each datum as it arrives. */
  note?: (bytes: number) => void;
  /** Whether every datum has arrived. Not when the answer was cut off before. */
  isWhole(): boolean;
  /** It is the same segment loaded again: what arrives and has not changed keeps its identity. */
  follow(earlier: DeferredSegment): void;
  settle(line: DeferredDatum, bytes: number): void;
  close(error: Error): void;
}

/**
 * `settled`: what had ended before the page was sent; views read it without waiting. `share` is left out where
 * nothing was there before.
 */
export function createDeferredData(
  data: readonly SegmentData[],
  settled: readonly DeferredDatum[] = [],
  share: Share = (_, next) => next,
): DeferredData {
  const segments = data.map(({ deferred = [] }, index) =>
    createDeferredSegment(
      deferred,
      settled.filter(({ segment }) => segment === index),
      share,
    ),
  );
  return {
    segments,
    settle: (line, bytes = 0) => segments[line.segment]?.settle(line, bytes),
    close() {
      const error = new Error('Answer ended early.');
      for (const segment of segments) segment.close(error);
    },
  };
}

function createDeferredSegment(
  names: readonly string[],
  settled: readonly DeferredDatum[],
  share: Share,
): DeferredSegment {
  const waiting = new Map<string, (value: Settled | Promise<never>) => void>();
  const values = new Map<string, unknown>();
  let earlier: ReadonlyMap<string, unknown> = values;
  let left = 0;

  const open = (name: string): Promise<Settled> =>
    new Promise((resolve) => {
      left += 1;
      waiting.set(name, resolve);
    });

  const known = new Map(settled.map((line) => [line.name, toFulfilled<Settled>(line)]));
  const all = [...new Set([...known.keys(), ...names])];
  const segment: DeferredSegment = {
    share,
    props: Object.fromEntries(all.map((name) => [name, toDeferred(known.get(name) ?? open(name))])),
    values,
    isWhole: () => left === 0,
    follow(other) {
      earlier = other.values;
    },
    settle(line, bytes) {
      const { name } = line;
      const resolve = waiting.get(name);
      if (!resolve) return;
      waiting.delete(name);
      left -= 1;
      if ('data' in line) {
        const data = share(earlier.get(name), line.data);
        values.set(name, data);
        resolve({ data });
      } else resolve(line);
      segment.note?.(bytes);
    },
    close(error) {
      for (const [name, resolve] of waiting) {
        // Better what was there than nothing.
        resolve(earlier.has(name) ? { data: earlier.get(name) } : Promise.reject(error));
      }
      waiting.clear();
    },
  };
  return segment;
}
