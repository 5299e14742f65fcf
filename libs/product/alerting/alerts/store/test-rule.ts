import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { isDatabaseAway } from '#shared';
import type { AlertDestination } from '#product/alerting/channels/rules';
import { looksAtIssues } from '../rules/alert-kinds.ts';
import type { AlertRule } from '../rules/alert-rule.ts';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { inTransaction } from '#persistence/stores';
import { toAnswer, toDestinationName, putDelivery } from '#product/alerting/channels';
import { endClaim, OutboxStore } from '#product/alerting/outbox';
import type { ClaimedMessage } from '#product/alerting/outbox';
import type { TestSending, AlertedFiring } from './alert.types.ts';
import { listMatching } from './list-matching.ts';
import { readFirings, readPayloads } from './read-firings.ts';
import { findReadable } from './rule-readers.ts';
import { toAlertRule } from './rule-row.ts';

export const RULE_TEST_KIND = 'rule-test';

export interface AskedRuleTest {
  readonly ruleId: number;
  readonly byUserId: number;
}

const LEASE_MS = 30_000;
/**
 * Maximum number of attempts to send one test. An attempt begins after the lease of the previous
 * attempt has ended.
 */
const MOST_TRIES = 5;

/**
 * Sends one requested test. Returns false when none was requested. A test that fails `MOST_TRIES`
 * times is logged as failed, with the reason.
 */
export async function sendRuleTest(
  database: KyselyDatabase,
  sending: TestSending,
): Promise<boolean> {
  const { nowMs } = sending;
  const outbox = new OutboxStore(database);
  const [claim] = await outbox.claim(RULE_TEST_KIND, { nowMs, leaseMs: LEASE_MS, limit: 1 });
  if (!claim) return false;
  const rule = await findRule(database.kysely, (claim.body as AskedRuleTest).ruleId);
  if (!rule) {
    await outbox.settle(claim);
    return true;
  }
  try {
    await sendTest(database, { claim, rule, sending });
  } catch (error) {
    const isAway = isDatabaseAway(error);
    if (isAway || claim.attempts < MOST_TRIES) throw error;
    await giveUp(database, { claim, rule, sending, error });
  }
  return true;
}

interface ClaimedTest {
  readonly claim: ClaimedMessage;
  readonly rule: TestedRule;
  readonly sending: TestSending;
}

async function sendTest(database: KyselyDatabase, test: ClaimedTest): Promise<void> {
  const { claim, rule, sending } = test;
  const { nowMs } = sending;
  const isOfIssues = looksAtIssues(rule.rule);
  const { issues } = isOfIssues ? await listMatching(database, { ...rule, nowMs }) : { issues: [] };
  await inTransaction(database, async (transaction) => {
    if (!(await endClaim(transaction, claim))) return;
    const firing = await readIssue(transaction, { rule, issueId: issues[0]?.id, nowMs });
    const message = sending.composeTest({
      id: randomUUID(),
      ruleName: rule.rule.name,
      isOfIssues,
      project: rule.project,
      ...(firing ? { firing } : {}),
      nowMs,
    });
    for (const destination of await listDestinations(transaction, test)) {
      await putDelivery(transaction, { destination, message, ruleId: rule.id }, { nowMs });
    }
  });
}

async function giveUp(
  database: KyselyDatabase,
  { error, ...test }: ClaimedTest & { readonly error: unknown },
): Promise<void> {
  const { claim, rule, sending } = test;
  const { nowMs } = sending;
  const reason = error instanceof Error ? error.message : String(error);
  await inTransaction(database, async (transaction) => {
    if (!(await endClaim(transaction, claim))) return;
    const messageId = randomUUID();
    for (const destination of await listDestinations(transaction, test)) {
      await transaction
        .insertInto('deliveries')
        .values({
          message_id: messageId,
          destination: toDestinationName(destination),
          channel_id: destination.to === 'channel' ? destination.channelId : null,
          rule_id: rule.id,
          project_id: rule.projectId,
          kind: 'test',
          title: `Test of the rule ${rule.rule.name}`,
          body: null,
          state: 'failed',
          attempts: claim.attempts,
          answer: toAnswer(`The test could not be made: ${reason}`),
          created_at: nowMs,
          tried_at: nowMs,
        })
        .execute();
    }
  });
}

interface TestedRule {
  readonly id: number;
  readonly rule: AlertRule;
  readonly projectId: number;
  readonly project: { readonly slug: string; readonly name: string };
}

async function findRule(db: Kysely<Schema>, id: number): Promise<TestedRule | undefined> {
  const row = await db
    .selectFrom('alert_rules as r')
    .innerJoin('projects as p', 'p.id', 'r.project_id')
    .select(['r.name', 'r.is_enabled', 'r.definition', 'r.project_id'])
    .select(['p.slug', 'p.name as project_name'])
    .where('r.id', '=', id)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { project_id: projectId, slug, project_name: name } = row;
  return { id, rule: toAlertRule(row), projectId, project: { slug, name } };
}

/**
 * Stores a firing for the issue, reads that firing and deletes it, so that the test does not pause
 * the rule.
 */
async function readIssue(
  transaction: Transaction<Schema>,
  { rule, issueId, nowMs }: { rule: TestedRule; issueId: number | undefined; nowMs: number },
): Promise<AlertedFiring | undefined> {
  if (issueId === undefined) return undefined;
  const newest = await transaction
    .selectFrom('grouping_keys')
    .innerJoin('events', 'events.id', 'grouping_keys.newest_event_id')
    .select(['events.id', 'environment', 'release'])
    .where('issue_id', '=', issueId)
    .orderBy('events.occurred_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { id } = await transaction
    .insertInto('alert_firings')
    .values({
      rule_id: rule.id,
      issue_id: issueId,
      reason: JSON.stringify({ kind: 'new' }),
      at: nowMs,
      due_at: nowMs,
      event_id: newest?.id ?? null,
      environment: newest?.environment ?? null,
      release: newest?.release ?? null,
      spread_at: nowMs,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [firing] = await readPayloads(transaction, await readFirings(transaction, [id]));
  await transaction.deleteFrom('alert_firings').where('id', '=', id).execute();
  return firing;
}

/**
 * Lists the rule's channels. When the rule sends mail to members, adds only the person who asked
 * for the test.
 */
async function listDestinations(
  transaction: Transaction<Schema>,
  { claim, rule: { rule, projectId }, sending: { canMail } }: ClaimedTest,
): Promise<AlertDestination[]> {
  const { byUserId } = claim.body as AskedRuleTest;
  const channels =
    rule.channels.length === 0
      ? []
      : await transaction
          .selectFrom('channels')
          .select('id')
          .where('id', 'in', rule.channels)
          .where('project_id', '=', projectId)
          .orderBy('id')
          .execute();
  const asker = rule.toMembers && canMail ? await findReadable(transaction, byUserId) : undefined;
  return [
    ...channels.map(({ id }) => ({ to: 'channel', channelId: id }) as const),
    ...(asker ? [{ to: 'mail', address: asker.email, userId: byUserId } as const] : []),
  ];
}
