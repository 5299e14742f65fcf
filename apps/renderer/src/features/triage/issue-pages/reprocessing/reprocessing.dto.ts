import type { Reprocessing } from '#product/triage/reprocessing';
import type { ActionOf, Address } from '#shared';

export interface ReprocessingOffer {
  /** The latest order. Absent when there was none in the last week. */
  readonly latest?: Reprocessing;
  readonly canAsk: boolean;
  /** The page that explains uploads. Present when the project has no source maps. */
  readonly howToUpload?: Address;
}

export type ProcessAgainAction = ActionOf<'process-again', object>;
