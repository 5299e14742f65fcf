import type { DeferredDatum, SegmentData } from '#page-protocol';
import { toDeferred, toFulfilled } from './settled.ts';
import type { DeferredPromise, Settled } from './settled.ts';

/**
 * The deferred data of one answer, by segment. Each datum settles once, in any order.
 *
 * ```tsx
 * const deferred: DeferredData = createDeferredData(page.segments);
 * deferred.settle({ segment: 1, name: 'events', data: [] });
 * deferred.close();
 * ```
 */
export interface DeferredData {
  readonly segments: readonly DeferredSegment[];
  /**
   * Settles the datum of one line. `bytes` is the line's length. A line for an unknown datum
   * changes nothing.
   */
  settle(line: DeferredDatum, bytes?: number): void;
  /** Ends the answer. Missing data are rejected, or get the value of the earlier answer. */
  close(): void;
}

export type Share = <T>(previous: unknown, next: T) => T;

export interface DeferredSegment {
  readonly share: Share;
  readonly props: Readonly<Record<string, DeferredPromise>>;
  readonly values: ReadonlyMap<string, unknown>;
  note?: (bytes: number) => void;
  /** Returns whether every datum has arrived. Stays false when the answer was cut off. */
  isWhole(): boolean;
  follow(earlier: DeferredSegment): void;
  settle(line: DeferredDatum, bytes: number): void;
  close(error: Error): void;
}

/**
 * Creates the promises that views wait for. Views read the data in `settled` without waiting.
 * `share` returns earlier objects for data that did not change.
 *
 * ```tsx
 * const deferred = createDeferredData(payload.page.segments, payload.settled);
 * const page = toShownPage(payload.page, deferred);
 * ```
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
  let missingCount = 0;

  const open = (name: string): Promise<Settled> =>
    new Promise((resolve) => {
      missingCount += 1;
      waiting.set(name, resolve);
    });

  const known = new Map(settled.map((line) => [line.name, toFulfilled<Settled>(line)]));
  const all = [...new Set([...known.keys(), ...names])];
  const segment: DeferredSegment = {
    share,
    props: Object.fromEntries(all.map((name) => [name, toDeferred(known.get(name) ?? open(name))])),
    values,
    isWhole: () => missingCount === 0,
    follow(other) {
      earlier = other.values;
    },
    settle(line, bytes) {
      const { name } = line;
      const resolve = waiting.get(name);
      if (!resolve) return;
      waiting.delete(name);
      missingCount -= 1;
      if ('data' in line) {
        const data = share(earlier.get(name), line.data);
        values.set(name, data);
        resolve({ data });
      } else resolve(line);
      segment.note?.(bytes);
    },
    close(error) {
      for (const [name, resolve] of waiting) {
        resolve(earlier.has(name) ? { data: earlier.get(name) } : Promise.reject(error));
      }
      waiting.clear();
    },
  };
  return segment;
}
