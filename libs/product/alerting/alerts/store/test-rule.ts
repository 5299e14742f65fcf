import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { AlertDestination } from '#product/alerting/channels/rules';
import { looksAtIssues } from '../rules/alert-kinds.ts';
import type { AlertRule } from '../rules/alert-rule.ts';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { inTransaction } from '#persistence/stores';
import { putDelivery } from '#product/alerting/channels';
import { endClaim, OutboxStore } from '#product/alerting/outbox';
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
 * Sends one requested test. Returns false when none was requested. A test that fails is tried again
 * after its lease, until it waits too long in the outbox.
 */
export async function sendRuleTest(
  database: KyselyDatabase,
  sending: TestSending,
): Promise<boolean> {
  const { nowMs, composeTest } = sending;
  const outbox = new OutboxStore(database);
  const [claim] = await outbox.claim(RULE_TEST_KIND, { nowMs, leaseMs: LEASE_MS, limit: 1 });
  if (!claim) return false;
  const { ruleId, byUserId } = claim.body as AskedRuleTest;
  const tested = await findRule(database.kysely, ruleId);
  if (!tested) {
    await outbox.settle(claim);
    return true;
  }
  const { rule, project } = tested;
  const isOfIssues = looksAtIssues(rule);
  const { issues } = isOfIssues
    ? await listMatching(database, { ...tested, nowMs })
    : { issues: [] };
  await inTransaction(database, async (transaction) => {
    if (!(await endClaim(transaction, claim))) return;
    const firing = await readIssue(transaction, { rule: tested, issueId: issues[0]?.id, nowMs });
    const asked = { id: randomUUID(), ruleName: rule.name, isOfIssues, project, nowMs };
    const message = composeTest(firing ? { ...asked, firing } : asked);
    for (const destination of await listDestinations(transaction, tested, { byUserId, sending })) {
      await putDelivery(transaction, { destination, message, ruleId }, { nowMs });
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
  { rule, projectId }: TestedRule,
  { byUserId, sending: { canMail } }: { byUserId: number; sending: TestSending },
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
