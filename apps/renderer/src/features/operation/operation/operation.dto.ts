import { IsOptional, Matches } from 'class-validator';
import type { ActionOf, Address, ItemKind, RelayOperation } from '#shared';
import type { FailedReport as StoredReport } from '#product/recording/failed-reports';

import type { StorageOverview } from '../../retention/bounds/index.ts';
import type { EndingWords } from '../../retention/project-data/index.ts';
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
  readonly data: Address;
  /** The most of a day first; then what never came, the most first. */
  readonly lines: readonly OutcomeLine[];
}

/** A report that could not be processed. Nothing that it holds is in here. */
export interface FailedReport extends Pick<
  StoredReport,
  'id' | 'eventId' | 'receivedAtMs' | 'bytes' | 'reason' | 'kinds' | 'isRetried' | 'isRetriedLater'
> {
  /** Name of its project, or that it is counts of outcomes, which are nobody's; absent where nobody knows it. */
  readonly project?: string;
}

export interface FailedReports {
  readonly total: number;
  /** The latest ones, those that failed last first: what fails later has a larger id. */
  readonly reports: readonly FailedReport[];
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

export function isReportId(text: string): boolean {
  return ID.test(text);
}

/** One failed report, or all that the page knew of. */
export class FailedSelectionDto {
  @IsOptional()
  @Matches(ID, { message: GONE })
  readonly report?: string;

  @IsOptional()
  @Matches(ID, { message: GONE })
  readonly upTo?: string;
}

/** `try-again` and `discard`. */
export type FailedAction = ActionOf<string, FailedSelectionDto>;
