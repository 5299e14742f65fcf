import type { Reprocessing } from '#product/triage/reprocessing';
import type { ActionOf, Address } from '#shared';

/** The page of an issue says this of processing its events again. */
export interface ReprocessingOffer {
  /** The latest order; absent where there is none of the last week. */
  readonly latest?: Reprocessing;
  /** Whether the reader may give another. */
  readonly canAsk: boolean;
  /** The project has no source maps yet: where it is said how to upload them. */
  readonly howToUpload?: Address;
}

export type ProcessAgainAction = ActionOf<'process-again', object>;
