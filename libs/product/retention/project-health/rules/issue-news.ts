import { toSize } from '#product/projects/projects/rules';
import type { Sign } from '#product/projects/projects/rules';

export interface NewIssues {
  readonly issues: number;
  /** About how many people the issue reached that reached the most. */
  readonly reach: number;
}

/** Unresolved issues of the last 24 hours. */
export interface IssueNews {
  readonly new?: NewIssues;
  /** Issues that came back after they were resolved. */
  readonly returned?: NewIssues;
  /** The most that one of the days before brought. */
  readonly usual?: NewIssues | undefined;
}

/** A day brings more than the days before when it has one more than twice as many issues. */
const MORE = 2;
const MOST_REACHED = 3000;

export function judgeReturned({ reach }: NewIssues): Sign {
  return { kind: 'returned', size: toSize(Math.max(1, reach), 1, MOST_REACHED) };
}

/** New issues are as usual in a project that had as many, as far reaching, on a day before. */
export function judgeNew({ issues, reach }: NewIssues, usual: NewIssues | undefined): Sign {
  const isMore =
    !usual || issues > MORE * usual.issues + 1 || reach >= MORE * Math.max(1, usual.reach);
  return isMore
    ? { kind: 'new', size: toSize(Math.max(1, reach), 1, MOST_REACHED) }
    : { kind: 'usual', size: toSize(issues, 1, 100) };
}
