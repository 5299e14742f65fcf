import type { Transaction } from 'kysely';
import { alertLimits } from '#shared';
import { kindOf } from '../rules/alert-kinds.ts';
import type { FiringReason } from '../rules/alert-rule.ts';
import { judgeEnd, judgeFall } from '../rules/ends.ts';
import type { DatabaseDialect, Schema } from '#persistence/stores';
import type { StoredFiring } from './read-firings.ts';
import { cancelMessage, readTold } from './told-alerts.ts';
import type { StoredTold } from './told-alerts.ts';

export interface Message {
  readonly told: readonly StoredFiring[];
  readonly more: number;
}

/** Kinds of firings that begin a problem anew. Others may fire while it lasts. */
const BEGINS: ReadonlySet<string> = new Set(['new', 'regressed', 'unmuted']);

/**
 * Decides which firings of a queue are told now, and which wait for an earlier message about their
 * issue, so that no end arrives before its fall, and no fall before the end of the one before.
 * `toTold` returns what is to be remembered of a message.
 */
export async function judgeQueue(
  { transaction, dialect }: { transaction: Transaction<Schema>; dialect: DatabaseDialect },
  destination: string,
  { firings, isPager }: { firings: readonly StoredFiring[]; isPager: boolean },
) {
  const issueIds = firings.flatMap(({ issue, ruleId }) => (ruleId && issue ? issue.id : []));
  const known = await readTold(transaction, destination, issueIds);
  const find = ({ issue, ruleId }: StoredFiring) =>
    issue && ruleId !== undefined ? known.get(issue.id) : undefined;
  const cancelled = new Map<number, boolean>();
  const cancel = async (told: StoredTold): Promise<boolean> => {
    const isDone = cancelled.get(told.issueId) ?? (await cancelMessage(transaction, dialect, told));
    cancelled.set(told.issueId, isDone);
    return isDone;
  };
  const judge = async (firing: StoredFiring): Promise<'tell' | 'wait' | 'drop'> => {
    if (!firing.isEnd && !isStillRelevant(firing, isPager)) return 'drop';
    const told = find(firing);
    const isMerged = firing.reason.kind === 'over' && firing.reason.how === 'merged';
    const verdict = firing.isEnd ? judgeEnd(told, { ...firing, isMerged }) : judgeFall(told);
    if (verdict !== 'cancel') return verdict;
    if (!(await cancel(told!))) return 'wait';
    return !firing.isEnd || told!.wasTold ? 'tell' : 'drop';
  };
  const [falls, ends, waiting]: [StoredFiring[], StoredFiring[], number[]] = [[], [], []];
  for (const firing of firings) {
    const verdict = await judge(firing);
    const lastedMs = Math.max(0, firing.atMs - (find(firing)?.fellAtMs ?? firing.atMs));
    if (verdict === 'wait') waiting.push(firing.id);
    else if (verdict === 'tell' && firing.isEnd) ends.push({ ...firing, lastedMs });
    else if (verdict === 'tell') falls.push(firing);
  }
  // One message tells of an issue for all rules that fired for it.
  const rules = new Map<number, Set<number>>();
  for (const { issue, ruleId } of [...falls, ...ends]) {
    if (!issue || ruleId === undefined) continue;
    rules.set(issue.id, (rules.get(issue.id) ?? new Set()).add(ruleId));
  }
  const toTold = ({ told, more }: Message) =>
    told.filter(isRemembered).flatMap((firing) => {
      const open = findOpen(find(firing));
      const row = toRow(firing, open);
      const is_alone = Number(told.length === 1 && more === 0);
      const ruleIds = new Set([...(open?.ruleIds ?? []), ...rules.get(firing.issue!.id)!]);
      return [...ruleIds].map((rule_id) => ({ ...row, rule_id, is_alone }));
    });
  return { falls, ends, waiting, toTold };
}

/**
 * Whether the alert still matters. Returns false when the issue was muted or resolved. Feedback about
 * a resolved issue matters, except to a pager, whose incident nothing would end.
 */
function isStillRelevant({ issue, ruleId, reason }: StoredFiring, isPager: boolean): boolean {
  if (!issue || ruleId === undefined || issue.status === 'unresolved') return true;
  return issue.status === 'resolved' && !isPager && kindOf(reason).outlivesIssue === true;
}

/** A message tells of issues that it only counts when they are over, and not when they fell. */
function isRemembered({ issue, ruleId, isEnd, isOver }: StoredFiring, index: number): boolean {
  if (!issue || ruleId === undefined) return false;
  return isEnd || (!isOver && index < alertLimits.issuesListed);
}

/** A problem is open at its destination until its end has arrived. */
function findOpen(told: StoredTold | undefined): StoredTold | undefined {
  return told?.state === 'over' && told.message === 'sent' ? undefined : told;
}

function toRow({ issue, isEnd, atMs, reason }: StoredFiring, open?: StoredTold) {
  const isOngoing = isEnd || !BEGINS.has(reason.kind);
  const wasTold = open?.wasTold === true || open?.message === 'sent';
  return {
    issue_key: issue!.id,
    issue_id: isDeleted(reason) ? null : issue!.id,
    number: issue!.number,
    state: isEnd ? ('over' as const) : ('fell' as const),
    was_told: Number(wasTold),
    fell_at: (isOngoing ? open?.fellAtMs : undefined) ?? atMs,
  };
}

function isDeleted(reason: FiringReason): boolean {
  return reason.kind === 'over' && reason.issue !== undefined;
}
