import type { NumberedIssue } from './merging/merge.types.ts';

/** What a row `reprocessing` of history says, as JSON: first of the issue whose events were processed again. */
export type Reprocessed = { readonly orderId: number } & (
  | {
      readonly kind: 'processed';
      /** Events that have original places since. */
      readonly events: number;
      /** Issues that got some of them, and how many. */
      readonly others: readonly (NumberedIssue & { readonly events: number })[];
    }
  /** Of each of the others. */
  | { readonly kind: 'received'; readonly events: number; readonly from: NumberedIssue }
  /** It takes such a row back. */
  | { readonly kind: 'undone' }
);

export function readReprocessed(value: string | null): Reprocessed {
  return JSON.parse(value ?? '') as Reprocessed;
}
