import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { AlertDestination, AlertRule } from '#shared';
import type { KyselyDatabase } from '../../kysely-database.ts';
import type { Schema } from '../../schema.ts';
import { inTransaction } from '../../statements/transaction.ts';
import { putDelivery } from '../channels/put-delivery.ts';
import { endClaim } from '../outbox/end-claim.ts';
import { KyselyOutboxStore } from '../outbox/kysely-outbox.store.ts';
import type { RuleTest, TestSending } from './alert.store.ts';
import type { ToldFiring } from './alert.store.ts';
import { listMatching } from './preview-rule.ts';
import { readFirings, readPayloads } from './read-firings.ts';
import { findReadable } from './rule-readers.ts';
import { toAlertRule } from './rule-row.ts';

/** The outbox's kind of messages that ask for a test of a rule. */
export const RULE_TEST_KIND = 'rule-test';

/** The body of such a message. */
export interface AskedRuleTest {
  readonly ruleId: number;
  readonly byUserId: number;
}

const LEASE_MS = 30_000;

/** Sends one test that was asked for. False where none was. */
export async function sendRuleTest(
  database: KyselyDatabase,
  sending: TestSending,
): Promise<boolean> {
  const { nowMs } = sending;
  const outbox = new KyselyOutboxStore(database);
  const [claim] = await outbox.claim(RULE_TEST_KIND, { nowMs, leaseMs: LEASE_MS, limit: 1 });
  if (!claim) return false;
  const asked = claim.body as AskedRuleTest;
  const rule = await findRule(database.kysely, asked.ruleId);
  const matching = rule && (await listMatching(database, { ...rule, nowMs }));
  await inTransaction(database, async (transaction) => {
    if (!(await endClaim(transaction, claim)) || !rule) return;
    const firing = await readIssue(transaction, { rule, issueId: matching?.[0]?.id, nowMs });
    const test: RuleTest = {
      id: randomUUID(),
      ruleName: rule.rule.name,
      project: rule.project,
      ...(firing ? { firing } : {}),
      nowMs,
    };
    const message = sending.composeTest(test);
    for (const destination of await listDestinations(transaction, { rule, asked, sending })) {
      await putDelivery(transaction, { destination, message, ruleId: asked.ruleId }, { nowMs });
    }
  });
  return true;
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
 * An issue as a firing of the rule would tell it. That firing is there for the length of the transaction alone, so that the rule
 * does not rest after it.
 */
async function readIssue(
  transaction: Transaction<Schema>,
  { rule, issueId, nowMs }: { rule: TestedRule; issueId: number | undefined; nowMs: number },
): Promise<ToldFiring | undefined> {
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

/** The channels of the rule; by mail who asks alone, and not all members. */
async function listDestinations(
  transaction: Transaction<Schema>,
  {
    rule: { rule, projectId },
    asked: { byUserId },
    sending: { canMail },
  }: { rule: TestedRule; asked: AskedRuleTest; sending: TestSending },
): Promise<AlertDestination[]> {
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
