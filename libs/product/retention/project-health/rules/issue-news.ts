import { toSize } from '#product/projects/projects/rules';
import type { Sign } from '#product/projects/projects/rules';

export interface NewIssues {
  readonly issues: number;
  /** About how many people the issue reached that reached the most. */
  readonly reach: number;
}

export interface ReturnedIssues extends NewIssues {
  /** When the last of them came back. */
  readonly latestMs: number;
}

/** Issues that are unresolved. */
export interface IssueNews {
  /** Issues of the last 24 hours. */
  readonly new?: NewIssues;
  /** Issues that came back after they were resolved, and had an event within `returnedForMs`. */
  readonly returned?: ReturnedIssues;
  /** The most that one of the days before brought. */
  readonly usual?: NewIssues | undefined;
}

const DAY_MS = 86_400_000;

/** A weekend, or a week off, does not hide what came back. */
export const returnedForMs = 7 * DAY_MS;

/** A day brings more than the days before when it has one more than twice as many issues. */
const MORE = 2;
const MOST_REACHED = 3000;

export function judgeReturned({ reach, latestMs }: ReturnedIssues, nowMs: number): Sign {
  const kind = nowMs - latestMs > DAY_MS ? 'standing' : 'returned';
  return { kind, size: toSize(Math.max(1, reach), 1, MOST_REACHED) };
}

/** New issues are as usual in a project that had as many, as far reaching, on a day before. */
export function judgeNew({ issues, reach }: NewIssues, usual: NewIssues | undefined): Sign {
  const isMore =
    !usual || issues > MORE * usual.issues + 1 || reach >= MORE * Math.max(1, usual.reach);
  return isMore
    ? { kind: 'new', size: toSize(Math.max(1, reach), 1, MOST_REACHED) }
    : { kind: 'usual', size: toSize(issues, 1, 100) };
}
