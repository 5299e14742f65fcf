import type { NumberedIssue } from './merging/merge.types.ts';

/**
 * JSON of a `reprocessing` row in history. `processed` is written for the issue whose events were
 * processed again.
 */
export type Reprocessed = { readonly orderId: number } & (
  | {
      readonly kind: 'processed';
      readonly events: number;
      readonly others: readonly (NumberedIssue & { readonly events: number })[];
    }
  /** Written for each receiving issue. */
  | { readonly kind: 'received'; readonly events: number; readonly from: NumberedIssue }
  /** Undoes a `processed` row. */
  | { readonly kind: 'undone' }
);

export function readReprocessed(value: string | null): Reprocessed {
  return JSON.parse(value ?? '') as Reprocessed;
}
