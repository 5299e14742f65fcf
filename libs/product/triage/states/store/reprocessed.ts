import type { NumberedIssue } from './merging/merge.types.ts';

/**
 * JSON of a `reprocessing` row in history. The issue whose events were reprocessed has the row of
 * the kind `processed`.
 */
export type Reprocessed = { readonly orderId: number } & (
  | {
      readonly kind: 'processed';
      readonly events: number;
      readonly others: readonly (NumberedIssue & { readonly events: number })[];
    }
  /** Written for each other issue that got events. */
  | { readonly kind: 'received'; readonly events: number; readonly from: NumberedIssue }
  /** Written when a `processed` row was undone. */
  | { readonly kind: 'undone' }
);

export function readReprocessed(value: string | null): Reprocessed {
  return JSON.parse(value ?? '') as Reprocessed;
}
