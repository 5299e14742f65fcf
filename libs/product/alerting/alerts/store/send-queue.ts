import { randomUUID } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import { alertLimits } from '#shared';
import { channelKindOf, DELIVERY_KIND } from '#product/alerting/channels/rules';
import { kindOf } from '../rules/alert-kinds.ts';
import { planMessage, withMessage } from '../rules/message-pace.ts';
import type {
  AlertDelivery,
  AlertDestination,
  AlertedComment,
} from '#product/alerting/channels/rules';
import type { AlertPace } from '../rules/message-pace.ts';
import type { DatabaseDialect, Schema } from '#persistence/stores';
import { putIntoOutbox } from '#product/alerting/outbox';
import type { DueAlert, QueueSending } from './alert.types.ts';
import type { AlertQueuesTable } from './alert.tables.ts';
import { isQueueDue, toQueueDueMs } from './due.ts';
import { judgeQueue } from './judge-queue.ts';
import type { Message } from './judge-queue.ts';
import { readFirings, readPayloads } from './read-firings.ts';
import type { StoredFiring } from './read-firings.ts';
import { findReadable } from './rule-readers.ts';
import { findQuietHours, findUserOf } from './spread-firings.ts';
import { noteTold } from './told-alerts.ts';
import type { UnsubscribeToken } from './unsubscribe-token.ts';

type Queue = Pick<Selectable<AlertQueuesTable>, 'destination' | 'firings' | 'more' | 'pace'>;

interface Sending extends QueueSending {
  readonly transaction: Transaction<Schema>;
  readonly dialect: DatabaseDialect;
  readonly tokens: () => UnsubscribeToken;
}

/** Time after which a queue is looked at again whose firings wait for an earlier message. */
const WAIT_MS = 10_000;
/** A message is marked as a summary when its oldest firing is older than this. */
const AT_ONCE_MS = 10_000;

/**
 * Empties one due queue and puts its messages into the outbox, except those that cannot be
 * composed. Returns false when no queue is due.
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
  const read = firings.filter((firing) => target!.mayRead(firing) && !firing.isOff);
  const isPager = target?.isPager ?? false;
  const judged = await judgeQueue(sending, queue.destination, { firings: read, isPager });
  const messages = [
    ...toMessages(selectFirings(judged.ends), { more: 0, isPager }),
    ...toMessages(selectFirings(judged.falls), { more: read.length > 0 ? queue.more : 0, isPager }),
  ];
  const bodies: (Message & { readonly body: AlertDelivery })[] = [];
  for (const each of messages) {
    const { alert, ruleId } = await readAlert(sending, each);
    try {
      const message = sending.compose(alert);
      bodies.push({ ...each, body: { destination: target!.destination, message, ruleId } });
    } catch (error) {
      // `compose` is pure, so it would throw again.
      sending.onFault(queue.destination, error);
    }
  }
  const before = JSON.parse(queue.pace) as AlertPace;
  // For a pager, messages about issues count as one, like the summary of another channel. Otherwise
  // ten issues at once would delay the next page by half an hour.
  const counted = bodies.filter(
    ({ told: [first] }, index) => !isPager || index === 0 || !first?.issue,
  );
  const pace = counted.reduce((paced) => withMessage(paced, nowMs), before);
  await transaction
    .updateTable('alert_queues')
    .set({
      firings: JSON.stringify(judged.waiting),
      more: 0,
      due_at: judged.waiting.length > 0 ? planMessage(pace, nowMs + WAIT_MS).dueMs : null,
      pace: JSON.stringify(pace),
    })
    .where('destination', '=', queue.destination)
    .execute();
  const outgoing = bodies.map(({ body }) => ({ kind: DELIVERY_KIND, body, dueMs: nowMs }));
  const ids = await putIntoOutbox(transaction, outgoing);
  const told = bodies.flatMap(({ body, ...sent }, index) => {
    const message = { message_id: body.message.id, outbox_id: ids[index]!, told_at: nowMs };
    return judged.toTold(sent).map((row) => ({ ...row, ...message }));
  });
  await noteTold(transaction, queue.destination, told);
  return true;
}

/**
 * Puts each firing with an incident into a message of its own, and for a pager each issue. All others
 * share one message, which may only count issues: an incident of its own, since none of them ends it.
 */
function toMessages(
  told: readonly StoredFiring[],
  { more, isPager }: { readonly more: number; readonly isPager: boolean },
): Message[] {
  const isAlone = ({ reason, issue }: StoredFiring): boolean =>
    kindOf(reason).incident !== undefined || (isPager && issue !== undefined);
  const others = told.filter((firing) => !isAlone(firing));
  const alone = told.filter(isAlone).map((firing) => ({ told: [firing], more: 0 }));
  return others.length > 0 || more > 0 ? [...alone, { told: others, more }] : alone;
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
  readonly isPager?: boolean | undefined;
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
    .select(['project_id', 'kind'])
    .where('id', '=', channelId)
    .executeTakeFirst();
  return (
    channel && {
      destination: { to: 'channel', channelId },
      isPager: channelKindOf(channel.kind).isPager,
      mayRead: ({ project }) => channel.project_id === null || channel.project_id === project.id,
    }
  );
}

/**
 * Selects the firings that the message shows: each issue once, most important first, with all its
 * new comments.
 */
function selectFirings(firings: readonly StoredFiring[]): StoredFiring[] {
  const byIssue = new Map<string, StoredFiring>();
  const comments = new Map<string, AlertedComment[]>();
  for (const firing of firings) {
    const name = toSubject(firing);
    comments.set(name, [...(comments.get(name) ?? []), ...(firing.comments ?? [])]);
  }
  for (const firing of firings.toSorted(byImportance)) {
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

async function readAlert(
  { transaction, nowMs }: Sending,
  { told, more }: Message,
): Promise<{ readonly alert: DueAlert; readonly ruleId: number | undefined }> {
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
  return { alert, ruleId: rules.size === 1 ? ruleId : undefined };
}
