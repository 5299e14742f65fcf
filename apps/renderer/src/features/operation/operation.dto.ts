import { IsIn, IsOptional, Matches } from 'class-validator';
import type { ActionOf, ItemKind, RelayOperation } from '#shared';
import type { FailedReport as StoredReport, SharedReason } from '#persistence';

import type { StorageOverview } from '../bounds/index.ts';
import type { EndingWords } from '../project-data/index.ts';
import type { SpaceOverview } from './space.dto.ts';

/** So many items of a project that ended alike, or that its SDKs say they have dropped alike. */
export interface OutcomeLine extends EndingWords {
  readonly kind: ItemKind;
  readonly lastHour: number;
  readonly lastDay: number;
}

export interface ProjectOutcomes {
  readonly project: string;
  /** Address of what became of all that was sent in the last 30 days. */
  readonly data: string;
  /** The most of a day first; then what never came, the most first. */
  readonly lines: readonly OutcomeLine[];
}

/** A report that could not be processed. Nothing that it holds is in here. */
export interface FailedReport extends Pick<
  StoredReport,
  | 'id'
  | 'eventId'
  | 'receivedAtMs'
  | 'bytes'
  | 'reason'
  | 'kinds'
  | 'isRetryable'
  | 'isRetried'
  | 'isRetriedLater'
> {
  /** Name of its project; absent where nobody knows it. */
  readonly project?: string;
  /** It is counts of outcomes, and nobody's. */
  readonly isTally: boolean;
}

export interface FailedReports {
  readonly total: number;
  /** Of all that there are: what fails later has a larger one. */
  readonly upTo: number;
  /** Those that failed last come first. */
  readonly reports: readonly FailedReport[];
  /** Of more than one report each, the commonest first. */
  readonly reasons: readonly SharedReason[];
  /** Address of the next page, when there are more. */
  readonly nextPage?: string;
}

/**
 * Why the relay tells nothing: it does not answer (`away`), has another ERRATA_SECRET (`secret`), another time
 * (`clock`), or is none of this version (`foreign`).
 */
export type RelayProblem = 'away' | 'secret' | 'clock' | 'foreign';

export type RelayState = {
  /** Where it is; absent where there is one relay alone. */
  readonly address?: string;
} & (
  | { readonly ok: true; readonly operation: RelayOperation }
  | { readonly ok: false; readonly problem: RelayProblem }
);

export interface OperationProps {
  readonly nowMs: number;
  /** Deferred: relays may be away, or busy. */
  readonly relays: Promise<readonly RelayState[]>;
  readonly failed: FailedReports;
  /** By name of the project; those of which nothing came are not among them. */
  readonly outcomes: readonly ProjectOutcomes[];
  readonly storage: StorageOverview;
  readonly space: SpaceOverview;
}

const ID = /^\d{1,15}$/;
const GONE = 'There is no such report.';

/** One failed report; or with `upTo` all that the page knew of, of which `alike` leaves those that failed like it. */
export class FailedSelectionDto {
  @IsIn(['one', 'alike', 'all'], { message: 'Choose which reports to discard or try again.' })
  readonly which!: 'one' | 'alike' | 'all';

  @IsOptional()
  @Matches(ID, { message: GONE })
  readonly report?: string;

  @IsOptional()
  @Matches(ID, { message: GONE })
  readonly upTo?: string;
}

/** `try-again` and `discard`. */
export type FailedAction = ActionOf<string, FailedSelectionDto>;
