import type { Reprocessing } from '#product/triage/reprocessing';
import type { ActionOf, Address, NormalisedEvent } from '#shared';
import type { ShownMiss } from '../../recording/artifacts/index.ts';

export interface ReprocessingOffer {
  /** The latest reprocessing of the issue. Absent when it is older than a week. */
  readonly latest?: Reprocessing;
  readonly canAsk: boolean;
  /** The page that explains uploads. Present when the project has no source maps. */
  readonly howToUpload?: Address;
}

export interface SourceMapsPartProps {
  readonly mapping?: NonNullable<NormalisedEvent['mapping']>;
  readonly misses: readonly ShownMiss[];
  readonly reprocessing?: ReprocessingOffer;
}

export type ProcessAgainAction = ActionOf<'process-again', object>;
