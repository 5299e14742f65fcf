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
  /** Part of the time of all operations beneath the segment: 0 to 1. */
  readonly share: number;
  readonly p95Ms: number;
  /** Most calls of one statement within one segment that were seen at once. */
  readonly most: number;
  /** p95 by the release before, when the change since is more than chance. */
  readonly change?: { readonly factor: number; readonly before: string; readonly release: string };
}
