import { randomUUID } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import { alertLimits } from '#shared';
import { DELIVERY_KIND } from '#product/alerting/channels/rules';
import { kindOf } from '../rules/alert-kinds.ts';
import { withMessage } from '../rules/message-pace.ts';
import type {
  AlertDelivery,
  AlertDestination,
  AlertedComment,
} from '#product/alerting/channels/rules';
import type { AlertPace } from '../rules/message-pace.ts';
import type { DatabaseDialect, Schema } from '#persistence/stores';
import { putIntoOutbox } from '#product/alerting/outbox';
import type { AlertSending, DueAlert } from './alert.types.ts';
import type { AlertQueuesTable } from './alert.tables.ts';
import { isQueueDue, toQueueDueMs } from './due.ts';
import { readFirings, readPayloads } from './read-firings.ts';
import type { StoredFiring } from './read-firings.ts';
import { findReadable } from './rule-readers.ts';
import { findQuietHours, findUserOf } from './spread-firings.ts';
import type { UnsubscribeToken } from './unsubscribe-token.ts';

type Queue = Pick<Selectable<AlertQueuesTable>, 'destination' | 'firings' | 'more' | 'pace'>;

interface Sending extends AlertSending {
  readonly transaction: Transaction<Schema>;
  readonly dialect: DatabaseDialect;
  readonly tokens: () => UnsubscribeToken;
}

/** A message is marked as a summary when its oldest firing is older than this. */
const AT_ONCE_MS = 10_000;

/**
 * Empties one due queue and puts its messages into the outbox. Returns false when no queue is due.
 */
export async function sendQueue(sending: Sending): Promise<boolean> {
  const { transaction, nowMs } = sending;
  const queue = await claimQueue(sending);
  if (!queue) return false;
  const quiet = await findQuietHours(transaction, queue.destination);
  const dueMs = toQueueDueMs(quiet, nowMs, nowMs);
  if (dueMs > nowMs) {
    await transaction
      .updateTable('alert_queues')
      .set({ due_at: dueMs })
      .where('destination', '=', queue.destination)
      .execute();
    return true;
  }
  const target = await findTarget(sending, queue.destination);
  const firings = target
    ? await readFirings(transaction, JSON.parse(queue.firings) as number[])
    : [];
  const told = selectFirings(firings.filter((firing) => target!.mayRead(firing)));
  const messages = toMessages(told, queue.more);
  const pace = JSON.parse(queue.pace) as AlertPace;
  await transaction
    .updateTable('alert_queues')
    .set({
      firings: '[]',
      more: 0,
      due_at: null,
      pace: JSON.stringify(messages.reduce((paced) => withMessage(paced, nowMs), pace)),
    })
    .where('destination', '=', queue.destination)
    .execute();
  for (const message of messages) {
    await putMessage(sending, { ...message, destination: target!.destination });
  }
  return true;
}

interface Message {
  readonly told: readonly StoredFiring[];
  readonly more: number;
}

/** Puts each firing with an incident into a message of its own. All others share one message. */
function toMessages(told: readonly StoredFiring[], more: number): Message[] {
  const isAlone = ({ reason }: StoredFiring): boolean => kindOf(reason).incident !== undefined;
  const others = told.filter((firing) => !isAlone(firing));
  return [
    ...told.filter(isAlone).map((firing) => ({ told: [firing], more: 0 })),
    ...(others.length === 0 ? [] : [{ told: others, more }]),
  ];
}

async function claimQueue({ transaction, dialect, nowMs }: Sending): Promise<Queue | undefined> {
  const due = transaction
    .selectFrom('alert_queues')
    .select(['destination', 'firings', 'more', 'pace'])
    .where(isQueueDue(nowMs))
    .orderBy('due_at')
    .limit(1);
  return (dialect.hasConcurrentWriters ? due.forUpdate().skipLocked() : due).executeTakeFirst();
}

interface Target {
  readonly destination: AlertDestination;
  readonly mayRead: (firing: StoredFiring) => boolean;
}

async function findTarget(
  { transaction, canMail, tokens, toUnsubscribe }: Sending,
  destination: string,
): Promise<Target | undefined> {
  const userId = findUserOf(destination);
  if (userId === undefined) {
    const channelId = Number(destination.slice('channel:'.length));
    return findChannel(transaction, channelId);
  }
  const readable = canMail ? await findReadable(transaction, userId) : undefined;
  if (!readable) return undefined;
  const { email: address, projectIds } = readable;
  const unsubscribe = toUnsubscribe(tokens().make(userId));
  return {
    destination: { to: 'mail', address, userId, unsubscribe },
    mayRead: ({ project }) => projectIds === 'all' || projectIds.has(project.id),
  };
}

/**
 * A channel of a project only gets alerts of that project, even when a rule of another project
 * names the channel.
 */
async function findChannel(
  transaction: Transaction<Schema>,
  channelId: number,
): Promise<Target | undefined> {
  const channel = await transaction
    .selectFrom('channels')
    .select('project_id')
    .where('id', '=', channelId)
    .executeTakeFirst();
  return (
    channel && {
      destination: { to: 'channel', channelId },
      mayRead: ({ project }) => channel.project_id === null || channel.project_id === project.id,
    }
  );
}

/**
 * Selects the firings that the message shows: each issue once, most important first, with all its
 * new comments. Leaves out firings for which `isStillRelevant` is false.
 */
function selectFirings(firings: readonly StoredFiring[]): StoredFiring[] {
  const byIssue = new Map<string, StoredFiring>();
  const comments = new Map<string, AlertedComment[]>();
  for (const firing of firings) {
    const name = toSubject(firing);
    comments.set(name, [...(comments.get(name) ?? []), ...(firing.comments ?? [])]);
  }
  for (const firing of firings.filter(isStillRelevant).toSorted(byImportance)) {
    const name = toSubject(firing);
    if (byIssue.has(name)) continue;
    const said = comments.get(name)!.slice(-alertLimits.quotedComments);
    byIssue.set(name, said.length > 0 ? { ...firing, comments: said } : firing);
  }
  return [...byIssue.values()];
}

/** Each issue is told once, and so is the latest news of an incident. */
function toSubject({ issue, ruleId, id, reason }: StoredFiring): string {
  if (issue) return `issue ${issue.id}`;
  return `rule ${ruleId ?? ''} ${kindOf(reason).incident ? reason.kind : id}`;
}

/**
 * Whether the alert still matters. Returns false when the rule was switched off, the issue was
 * muted, or the issue was resolved while the alert was held back.
 */
function isStillRelevant({ issue, ruleId, isHeld, isOff, reason }: StoredFiring): boolean {
  if (isOff) return false;
  if (!issue || ruleId === undefined) return true;
  const isDone = isHeld && issue.status === 'resolved' && !kindOf(reason).outlivesIssue;
  return issue.status !== 'muted' && !isDone;
}

/**
 * Puts firings about a whole project first. Orders the others by reason, level, users and recency.
 */
function byImportance(a: StoredFiring, b: StoredFiring): number {
  const [ofA, ofB] = [toImportance(a), toImportance(b)];
  const differing = ofA.findIndex((weight, index) => weight !== ofB[index]);
  return differing === -1 ? b.id - a.id : ofB[differing]! - ofA[differing]!;
}

function toImportance({ issue, reason }: StoredFiring): readonly number[] {
  if (!issue) return [1];
  const isFatal = issue.level === 'fatal';
  return [0, -kindOf(reason).rank, Number(isFatal), issue.users, issue.events];
}

async function putMessage(
  { transaction, compose, nowMs }: Sending,
  { told, more, destination }: Message & { readonly destination: AlertDestination },
): Promise<void> {
  const listed = await readPayloads(transaction, told.slice(0, alertLimits.issuesListed));
  const firstMs = told.reduce((first, { atMs }) => Math.min(first, atMs), nowMs);
  const alert: DueAlert = {
    id: randomUUID(),
    firings: listed,
    more: more + told.length - listed.length,
    isSummary: nowMs - firstMs > AT_ONCE_MS,
    nowMs,
  };
  const rules = new Set(told.map(({ ruleId }) => ruleId));
  const [ruleId] = rules;
  const body: AlertDelivery = {
    destination,
    message: compose(alert),
    ...(rules.size === 1 && ruleId !== undefined ? { ruleId } : {}),
  };
  await putIntoOutbox(transaction, [{ kind: DELIVERY_KIND, body, dueMs: nowMs }]);
}
