import { IsOptional, Matches } from 'class-validator';
import type { ActionOf, ItemKind, RelayOperation } from '#shared';
import type { FailedReport as StoredReport } from '#product/recording/failed-reports';

import type { EndingWords } from '../../retention/project-data/index.ts';
import type { listProjectUse } from './list-project-use.ts';

/** Counts items that had the same outcome, or that SDKs dropped for the same reason. */
export interface OutcomeLine extends EndingWords {
  readonly kind: ItemKind;
  readonly lastHour: number;
  readonly lastDay: number;
}

export type ProjectUseList = ReturnType<typeof listProjectUse>;

/**
 * A report that could not be processed. The listed fields contain nothing of the report's content.
 */
export interface FailedReport extends Pick<
  StoredReport,
  'id' | 'eventId' | 'receivedAtMs' | 'bytes' | 'reason' | 'kinds' | 'isRetried' | 'isRetriedLater'
> {
  /**
   * Name of the project, or `counts of outcomes` for a report that belongs to no project. Absent
   * when the project no longer exists.
   */
  readonly project?: string;
}

export interface FailedReports {
  readonly total: number;
  /** The latest failed reports, newest first. A report that fails later has a larger id. */
  readonly reports: readonly FailedReport[];
}

/**
 * Why the relay's state is unknown.
 *
 * - `away`: the relay does not answer.
 * - `secret`: the relay has another `ERRATA_SECRET`.
 * - `clock`: the clocks of relay and renderer differ.
 * - `foreign`: another service answers, or a relay of another version.
 */
export type RelayProblem = 'away' | 'secret' | 'clock' | 'foreign';

export type RelayState = {
  /** Absent when there is only one relay. */
  readonly address?: string;
} & (
  | { readonly ok: true; readonly operation: RelayOperation }
  | { readonly ok: false; readonly problem: RelayProblem }
);

const ID = /^\d{1,15}$/;
const GONE = 'There is no such report.';

export function isReportId(text: string): boolean {
  return ID.test(text);
}

/**
 * Selects the failed report `report`, or all failed reports up to the id `upTo`. The page sends, as
 * `upTo`, the id of the newest report that it lists.
 */
export class FailedSelectionDto {
  @IsOptional()
  @Matches(ID, { message: GONE })
  readonly report?: string;

  @IsOptional()
  @Matches(ID, { message: GONE })
  readonly upTo?: string;
}

export type FailedAction = ActionOf<string, FailedSelectionDto>;
