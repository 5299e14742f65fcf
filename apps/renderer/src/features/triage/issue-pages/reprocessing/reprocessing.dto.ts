import type { Reprocessing } from '#product/triage/reprocessing';
import type { ActionOf, Address } from '#shared';

export interface ReprocessingOffer {
  /**
   * The last time that somebody had the issue processed again. Absent when this was more than a
   * week ago.
   */
  readonly latest?: Reprocessing;
  readonly canAsk: boolean;
  /** The page that explains uploads. Present when the project has no source maps. */
  readonly howToUpload?: Address;
}

export type ProcessAgainAction = ActionOf<'process-again', object>;
