import { channelLimits } from '#shared';
import type { AlertDelivery, AlertDestination } from '../rules/alert-message.ts';
import type { Selectable, Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import { toPortableText } from '#persistence/stores';
import type { DeliveriesTable } from './channel.tables.ts';
import type { LoggedDelivery } from './delivery.types.ts';

export function toDestinationName(destination: AlertDestination): string {
  return destination.to === 'channel'
    ? `channel:${destination.channelId}`
    : `mail:${toPortableText(destination.address)}`;
}

/** Returns undefined when another version of Errata wrote the body in another format. */
export function parseDelivery(body: unknown): AlertDelivery | undefined {
  const { destination, message } = (body ?? {}) as Partial<AlertDelivery>;
  const isWhole = destination?.to !== undefined && typeof message?.title === 'string';
  return isWhole ? (body as AlertDelivery) : undefined;
}

const TITLE_LENGTH = 200;

/**
 * Returns the log's columns that are known before the first attempt. The log does not store title
 * and body of mail of the kinds `person` and `account`.
 */
export function toFacts(delivery: AlertDelivery) {
  const { destination, message, ruleId } = delivery;
  const isPrivate =
    destination.to === 'mail' && (message.kind === 'person' || message.kind === 'account');
  return {
    message_id: message.id,
    destination: toDestinationName(destination),
    channel_id: destination.to === 'channel' ? destination.channelId : null,
    rule_id: ruleId ?? null,
    kind: message.kind,
    title: isPrivate ? 'A message to one person' : message.title.slice(0, TITLE_LENGTH),
    body: isPrivate ? null : JSON.stringify(delivery),
  };
}

export function toAnswer(answer: string): string {
  return answer.slice(0, channelLimits.answerLength);
}

export function toLogged(row: Selectable<DeliveriesTable>): LoggedDelivery {
  const { channel_id: channelId, rule_id: ruleId, answer, tried_at, next_at } = row;
  const issueId = findIssue(row.body);
  return {
    id: row.id,
    messageId: row.message_id,
    kind: row.kind,
    title: row.title,
    ...(channelId === null ? { address: row.destination.slice('mail:'.length) } : { channelId }),
    ruleId: ruleId ?? undefined,
    issueId,
    state: row.state,
    attempts: row.attempts,
    answer: answer ?? undefined,
    refusedHost: row.refused_host ?? undefined,
    createdAtMs: row.created_at,
    triedAtMs: tried_at ?? undefined,
    nextAtMs: next_at ?? undefined,
    canBeSentAgain: row.body !== null && row.state !== 'waiting',
  };
}

/**
 * Returns the id of the issue when the message is about exactly one issue. Another version may have
 * written the message, so any field may be missing.
 */
function findIssue(body: string | null): number | undefined {
  if (body === null) return undefined;
  const message: Partial<AlertDelivery['message']> = (JSON.parse(body) as AlertDelivery).message;
  const { issues = [], more = 0 } = message;
  return issues.length === 1 && more === 0 ? issues[0]?.id : undefined;
}

/**
 * Returns the channel's project. For mail to a person, returns the project that the message is
 * about.
 */
export async function findProject(
  transaction: Transaction<Schema>,
  { destination, message }: AlertDelivery,
): Promise<number | undefined> {
  if (destination.to === 'channel') {
    const channel = await transaction
      .selectFrom('channels')
      .select('project_id')
      .where('id', '=', destination.channelId)
      .executeTakeFirst();
    return channel?.project_id ?? undefined;
  }
  if (!message.project) return undefined;
  const project = await transaction
    .selectFrom('projects')
    .select('id')
    .where('slug', '=', message.project.slug)
    .executeTakeFirst();
  return project?.id;
}
