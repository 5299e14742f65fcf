import type { SegmentChange } from '#product/performance/segments';
import type { OperationKind } from '#shared';

/** Calls of one operation beneath one segment. */
export interface OperationRow {
  readonly kind: OperationKind;
  readonly name: string;
  /** Calls that ran, by the senders' sample rates. */
  readonly calls: number;
  readonly callsPerRequest: number;
  readonly failed: number;
  readonly totalMs: number;
  /** Time of a request that goes into these calls. */
  readonly msPerRequest: number;
  /** The same in as much time before. Undefined when no request was counted then. */
  readonly msBefore?: number;
  /** Part of the time of all operations beneath the segment: 0 to 1. */
  readonly share: number;
  readonly p95Ms: number;
  /** Most calls of one statement within one segment that were seen at once. */
  readonly most: number;
  /** p95 by the release before, when the change since is more than chance. */
  readonly change?: SegmentChange;
}
