import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { alertJobs } from '#product/alerting/alerts/relay';
import { defaultAlertRule } from '#product/alerting/alerts/rules';
import { deliveryJobs } from '#product/alerting/channels/relay';
import { MINUTE_MS, NOON_MS, onEachDatabase } from '#product/testing';
import type { EachDatabase } from '#product/testing';
import { AnsweringServer } from '#product/testing/receivers';
import { createRandom } from '../../../test/support/random.ts';
import { HastyPause } from './support/hasty-pause.ts';

const SECOND_MS = 1000;
const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength });

/** https://developer.pagerduty.com/docs/send-alert-event */
const pagerDutyEvent = {
  type: 'object',
  required: ['routing_key', 'event_action', 'dedup_key'],
  properties: {
    routing_key: { type: 'string', minLength: 32, maxLength: 32 },
    event_action: { enum: ['trigger', 'acknowledge', 'resolve'] },
    dedup_key: text(255),
    client: text(255),
    client_url: text(2000),
    links: { type: 'array', items: { type: 'object', required: ['href'] } },
    payload: {
      type: 'object',
      required: ['summary', 'source', 'severity'],
      properties: {
        summary: text(1024),
        source: text(255),
        severity: { enum: ['critical', 'error', 'warning', 'info'] },
        timestamp: text(30),
        group: { type: 'string' },
        custom_details: { type: 'object' },
      },
      additionalProperties: false,
    },
  },
  anyOf: [{ required: ['payload'] }, { properties: { event_action: { const: 'resolve' } } }],
  additionalProperties: false,
};

interface Received {
  readonly event_action?: 'trigger' | 'resolve';
  readonly dedup_key: string;
  readonly id: string;
  readonly kind: string;
  readonly issues: readonly { readonly id: number }[];
}

/** `killed`: the relay ends after its receiver answered, and before it records the answer. */
type Mode = 'sound' | 'failing' | 'killed';

let server: AnsweringServer;
let port: number;

beforeEach(async () => {
  server = new AnsweringServer();
  port = await server.listen();
});

afterEach(() => server.close());

/** Opens a project whose rule tells PagerDuty and a webhook, both at a server of ours. */
async function openReceivers(openFresh: EachDatabase['openFresh'], random: () => number) {
  const fresh = await openFresh('app');
  const { stores, clock, db } = fresh;
  await db.updateTable('projects').set({ created_at: 0 }).execute();
  const by = { byUserId: 1, nowMs: NOON_MS, projectId: 1 };
  await stores.channels.allowHost(`127.0.0.1:${port}`, by);
  const add = (kind: 'pagerduty' | 'webhook', secret: string) => {
    const settings = { address: `http://127.0.0.1:${port}/${kind}`, secret };
    return stores.channels.add({ projectId: 1 }, { kind, name: kind, hint: '', settings }, by);
  };
  const channels = [
    (await add('pagerduty', 'R'.repeat(32)))!,
    (await add('webhook', 'correct horse battery'))!,
  ];
  const [rule] = await stores.alertRules.list(1);
  await stores.alertRules.change(rule!, { ...defaultAlertRule, channels, onOver: true }, by);
  const isValid = new Ajv().compile(pagerDutyEvent);
  // The webhook hears ends for the first rule, which alone asks for them.
  const other = { ...defaultAlertRule, name: 'Other', channels };
  await stores.alertRules.add(other, by);
  const [openIncidents, openIssues] = [new Set<string>(), new Set<number>()];
  const [seen, begun] = [new Set<string>(), new Set<string>()];
  const faults: unknown[] = [];
  const take = (body: string): void => {
    const message = JSON.parse(body) as Received;
    if (message.event_action !== undefined) {
      if (!isValid(message)) faults.push(isValid.errors);
      const isEnd = message.event_action === 'resolve';
      const key = message.dedup_key;
      if (isEnd && !begun.has(key)) faults.push(`An end of ${key} without a fall.`);
      if (isEnd) openIncidents.delete(key);
      else for (const keys of [begun, openIncidents]) keys.add(key);
      return;
    }
    // A cut answer brings a message twice, under the same id.
    if (seen.has(message.id)) return;
    seen.add(message.id);
    for (const { id } of message.issues) {
      if (message.kind !== 'over') openIssues.add(id);
      else if (!openIssues.delete(id)) faults.push(`An end of ${id} without a fall.`);
    }
  };
  const record = stores.deliveries.record.bind(stores.deliveries);
  const tell = async (mode: Mode): Promise<void> => {
    const killed = new AbortController();
    server.answer = (response) => {
      const chance = mode === 'failing' ? random() : 1;
      if (chance > 0.3) take(server.requests.at(-1)!.body);
      if (chance > 0.6) response.writeHead(202).end();
      else if (chance > 0.3) response.destroy();
      else response.writeHead(chance > 0.15 ? 503 : 429).end();
    };
    stores.deliveries.record = async (...ended) => {
      if (mode !== 'killed') return record(...ended);
      killed.abort();
      throw new Error('Killed.');
    };
    const version = '1.2.3';
    const delivery = { publicUrl: 'https://errata.example', mailFrom: '', version };
    const parts = { ...stores, delivery, clock, pause: new HastyPause() };
    const jobs = [...alertJobs(parts), ...deliveryJobs(parts)];
    for (const name of ['alerts', 'deliveries']) {
      const job = jobs.find((each) => each.name === name)!;
      const run = async () => job.run(killed.signal);
      await run().catch((error: unknown) => {
        if (mode !== 'killed') throw error;
      });
    }
    // The lease of a killed relay ends.
    await db.updateTable('outbox').set({ lease_ends_at: 1 }).execute();
  };
  const pass = async (ms: number, mode: Mode = 'sound'): Promise<void> => {
    clock.ms += ms;
    await tell(mode);
  };
  return { ...fresh, pass, openIncidents, openIssues, faults };
}

const modes: readonly Mode[] = ['sound', 'failing', 'failing', 'failing', 'killed'];
const passes = [SECOND_MS, 11 * SECOND_MS, 61 * SECOND_MS, 5 * MINUTE_MS, 31 * MINUTE_MS];

onEachDatabase('ends of alerts', ({ openFresh }) => {
  it.each(Array.from({ length: 5 }, (_, seed) => seed + 1))(
    'leave nothing open, and come after their fall, when receivers and relays fail (%s)',
    async (seed) => {
      const random = createRandom(seed);
      const opened = await openReceivers(openFresh, random);
      const { pass, record, stores, db, clock, openIncidents, openIssues, faults } = opened;
      const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
      const list = () => db.selectFrom('issues').select('id').where('merged_into', 'is', null);
      const listOpen = async (): Promise<readonly number[]> => {
        const rows = await list().where('status', '=', 'unresolved').orderBy('id').execute();
        return rows.map(({ id }) => id);
      };
      const resolve = (issueIds: readonly number[], kind: 'resolve' | 'muteForever' = 'resolve') =>
        stores.triage.change({ issueIds, change: { kind }, byUserId: 1, nowMs: clock.ms });
      const act = async (): Promise<void> => {
        const [issues, open] = [await list().execute(), await listOpen()];
        const chance = random();
        if (open.length < 2 || chance < 0.5) {
          const times = { occurredAtMs: clock.ms, receivedAtMs: clock.ms };
          await record({ groupedBy: pick(['a', 'b', 'c', 'd', 'e']), event: times });
        } else if (chance < 0.85) {
          await resolve([pick(issues).id], chance < 0.78 ? 'resolve' : 'muteForever');
        } else if (chance < 0.93) await stores.deletions.delete(pick(issues).id);
        else await stores.merges.merge({ issueIds: [open[0]!, open.at(-1)!], nowMs: clock.ms });
      };
      const settle = async (): Promise<void> => {
        for (let round = 0; round < 4; round += 1) await pass(75 * MINUTE_MS);
      };
      for (let step = 0; step < 40; step += 1) {
        await act();
        await pass(pick(passes), pick(modes));
      }
      await settle();
      const open = await listOpen();
      expect([...openIssues].toSorted((a, b) => a - b)).toEqual(open);
      expect([...openIncidents].toSorted()).toEqual(
        open.map((id) => `errata-issue-${id}`).toSorted(),
      );
      await resolve(open);
      await settle();
      expect([openIncidents, openIssues, faults]).toEqual([new Set(), new Set(), []]);
    },
  );
});
