import { spanLimits } from '#shared';
import type { OperationSample, SegmentName, SegmentSample } from '#shared';
import { DAY_MS, HOUR_MS, MINUTE_MS, toBucketStart, toPortableText } from '#persistence/stores';
import type { NameIds } from '#product/recording/counts';
import type { SpanItem } from './span-item.ts';
import { toBucket } from '../rules/duration-histogram.ts';

/** Lengths of time that are counted. Days of all releases are counted besides those of releases. */
export const STEPS = { five: 0, hour: 1, day: 2, dayOfRelease: 3 } as const;
export const STEP_MS = [5 * MINUTE_MS, HOUR_MS, DAY_MS, DAY_MS] as const;

export interface SpanNumbers {
  seen: number;
  weighted: number;
  failed: number;
  cancelled: number;
  total_us: number;
  most: number;
}

/** Sums of spans that agree in name, environment, release and time. */
export interface SpanSum {
  readonly segment: SegmentName;
  /** Absent for the segment itself. */
  readonly operation?: Pick<OperationSample, 'kind' | 'name'>;
  readonly startsAt: number;
  readonly environmentId: number;
  readonly releaseId: number;
  readonly numbers: SpanNumbers;
  /** Number of durations by bucket. An object would have room for all buckets below, in 3 kB. */
  readonly durations: Map<number, number>;
}

/** A sum in the JSON of arrivals. */
export type ArrivedSum = Omit<SpanSum, 'durations'> & {
  readonly durations: readonly (readonly [bucket: number, count: number])[];
};

type Sample = Pick<SegmentSample, 'atMs' | 'environment' | 'release' | 'weight'>;

/** Sums spans by name, environment, release and time, so that a batch takes few bytes. */
export class SpanSums {
  readonly #sums = new Map<string, SpanSum>();

  get size(): number {
    return this.#sums.size;
  }

  /** Most frequent ones first, and guesses last, because others make the segments that they mean. */
  get sums(): readonly SpanSum[] {
    const isGuess = ({ segment }: SpanSum) => Number(segment.isGuess ?? false);
    return [...this.#sums.values()].toSorted(
      (a, b) => isGuess(a) - isGuess(b) || b.numbers.seen - a.numbers.seen,
    );
  }

  addItem({ projectId, segments, operations }: SpanItem, names: NameIds): void {
    const toPlace = ({ atMs, environment, release }: Sample, stepMs: number) => ({
      startsAt: toBucketStart(atMs, stepMs),
      environmentId: names.get(projectId, 'environment', environment),
      releaseId: names.get(projectId, 'release', release),
    });
    for (const sample of segments) {
      const { kind, name, isAddress, status, durationMs, weight } = sample;
      this.add({
        segment: toName({ kind, name, isAddress: isAddress || undefined }),
        ...toPlace(sample, STEP_MS[STEPS.five]),
        // A cancelled page load took until the visitor left, perhaps hours.
        ...measure(sample, kind === 'page' && status === 'cancelled' ? [] : [durationMs], {
          seen: 1,
          failed: status === 'failed' ? weight : 0,
          cancelled: status === 'cancelled' ? weight : 0,
        }),
      });
    }
    for (const sample of operations) {
      const { segment, kind, name, durationsMs, failed, most, weight } = sample;
      this.add({
        segment: toName(segment),
        operation: toName({ kind, name }),
        ...toPlace(sample, HOUR_MS),
        ...measure(sample, durationsMs, { failed: failed * weight, most }),
      });
    }
  }

  add(more: SpanSum): void {
    const { segment, operation, numbers, durations, startsAt, environmentId, releaseId } = more;
    // Portable texts have no U+0000.
    const of = operation ? `${operation.kind}\0${operation.name}` : '';
    const name = `${segment.kind}\0${segment.name}\0${segment.isGuess ?? ''}\0${of}`;
    const key = `${startsAt} ${environmentId} ${releaseId} ${name}`;
    const sum = this.#sums.get(key);
    if (!sum) {
      this.#sums.set(key, more);
      return;
    }
    addNumbers(sum.numbers, numbers);
    for (const [bucket, count] of durations) addDurations(sum.durations, bucket, count);
  }
}

/** Returns rows of arrivals with few sums each, so that one transaction can add them. */
export function toArrivals(
  project_id: number,
  sums: readonly SpanSum[],
): { readonly project_id: number; readonly sums: string }[] {
  const rows = Math.ceil(sums.length / spanLimits.sumsPerArrival);
  return Array.from({ length: rows }, (_, row) => {
    const first = row * spanLimits.sumsPerArrival;
    const part: readonly ArrivedSum[] = sums
      .slice(first, first + spanLimits.sumsPerArrival)
      .map(({ durations, ...sum }) => ({ ...sum, durations: [...durations] }));
    return { project_id, sums: JSON.stringify(part) };
  });
}

function addDurations(durations: Map<number, number>, bucket: number, count = 1): void {
  durations.set(bucket, (durations.get(bucket) ?? 0) + count);
}

export function addNumbers(sum: SpanNumbers, more: SpanNumbers): void {
  sum.seen += more.seen;
  sum.weighted += more.weighted;
  sum.failed += more.failed;
  sum.cancelled += more.cancelled;
  sum.total_us += more.total_us;
  sum.most = Math.max(sum.most, more.most);
}

function toName<Name extends { readonly name: string }>(of: Name): Name {
  return { ...of, name: toPortableText(of.name) };
}

function measure(
  { weight }: Sample,
  durationsMs: readonly number[],
  ends: Partial<SpanNumbers>,
): Pick<SpanSum, 'numbers' | 'durations'> {
  const durations = new Map<number, number>();
  let total_us = 0;
  for (const durationMs of durationsMs) {
    addDurations(durations, toBucket(durationMs));
    // Whole microseconds add up exactly in any order.
    total_us += Math.round(durationMs * weight * 1000);
  }
  const { seen = durationsMs.length } = ends;
  const numbers = { failed: 0, cancelled: 0, most: 0, ...ends };
  return { durations, numbers: { ...numbers, seen, weighted: seen * weight, total_us } };
}
