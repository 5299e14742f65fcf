import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createStores, openDatabase } from '#product';
import type { Issue } from '#product/recording/issues';
import { SqliteDatabase } from '#sqlite';
import { ClockDouble } from '#telemetry/testing';
import { eventually } from '../../../test/support/eventually.ts';
import { IntakeTally } from '../src/intake/intake-tally.ts';
import { StorageWatch } from '../src/intake/admission/storage-watch.ts';
import { createEnvelope, createEvent, createEventId } from './support/envelopes.ts';
import { publicKey, startRelay } from './support/started-relay.ts';
import type { StartedRelay } from './support/started-relay.ts';
import { readOutcomes } from './support/stored-outcomes.ts';

const KEY = `?sentry_key=${publicKey}`;
const ENVELOPE = `/api/1/envelope/${KEY}`;

const FORM = { filename: 'a.txt', contentType: 'text/plain' };

function post(relay: StartedRelay, body: string): request.Test {
  return request(relay.url).post(ENVELOPE).type('text/plain').send(body);
}

async function listCounts(relay: StartedRelay, items: number): Promise<string[]> {
  await relay.app.get(IntakeTally).write();
  await eventually('all counts', () => readOutcomes(relay.dataDir).quantity >= items);
  return readOutcomes(relay.dataDir).lines;
}

async function listIssues({ dataDir }: StartedRelay): Promise<Issue[]> {
  const database = openDatabase({ dataDir });
  try {
    return await createStores(database).issues.list({ limit: 10 });
  } finally {
    await database.close();
  }
}

const counts = (...lines: readonly string[]) => lines.map((line) => `1 ${publicKey} ${line}`);

describe('the storage budget', () => {
  it('is half of the space that is free at the first start, and stays so', async () => {
    const first = await startRelay();
    const { bavail, bsize } = await statfs(first.dataDir);
    const { budgetBytes, isSet } = await first.parts.stores.storage.getState(0);
    expect(isSet).toBe(false);
    expect(budgetBytes / ((bavail * bsize) / 2)).toBeCloseTo(1, 1);
    await first.close();
    const second = await startRelay({ DATA_DIR: first.dataDir });
    expect((await second.parts.stores.storage.getState(0)).budgetBytes).toBe(budgetBytes);
  });

  it('is at most half of the disk after the data have moved to a smaller one', async () => {
    const { dataDir, close } = await startRelay();
    await close();
    const db = new SqliteDatabase(join(dataDir, 'errata.sqlite'));
    db.exec(`update storage_budget set measured_bytes = ${2 ** 50}`);
    db.close();
    const moved = await startRelay({ DATA_DIR: dataDir });
    const { blocks, bsize } = await statfs(dataDir);
    const { budgetBytes } = await moved.parts.stores.storage.getState(0);
    expect(budgetBytes).toBe(Math.floor((blocks * bsize) / 2));
  });

  it('refuses attachments beyond it, and only counts events', async () => {
    const relay = await startRelay({ STORAGE_BUDGET_BYTES: '2000' });
    await post(relay, createEnvelope()).expect(200);
    await relay.drained();
    await relay.app.get<StorageWatch>(StorageWatch).refresh();

    const form = request(relay.url).post(`/api/1/events/${createEventId()}/attachments/${KEY}`);
    const refused = await form.attach('file', Buffer.from('text'), FORM).expect(429);
    expect(refused.headers['x-sentry-rate-limits']).toBe('60:attachment:project');
    const attachment = '\n{"type":"attachment","filename":"a.txt","length":4}\ntext';
    await post(relay, `${createEnvelope()}${attachment}`).expect(200);
    await post(relay, `{"event_id":"${createEventId()}"}${attachment}`).expect(429);

    expect(await listCounts(relay, 5)).toEqual(
      counts('counted/budget error 1', 'filtered/budget attachment 3', 'stored/taken error 1'),
    );
    const [issue] = await listIssues(relay);
    expect(issue?.events).toBe(2);
  });
});

describe('a relay', () => {
  it('only counts the events of a storm and of too many new issues, within its settings', async () => {
    const relay = await startRelay({ WHOLE_EVENTS_PER_HOUR: '2', NEW_ISSUES_MAX: '2' });
    for (const type of ['A', 'A', 'A', 'B', 'C', 'D']) {
      const exception = { values: [{ type, value: 'x' }] };
      await post(relay, createEnvelope({ event: createEvent({ exception }) })).expect(200);
    }
    expect(await listCounts(relay, 6)).toEqual(
      counts('counted/storm error 1', 'stored/taken error 5'),
    );
    const issues = await listIssues(relay);
    expect(issues.map(({ type, events }) => `${type} ${events}`).toSorted()).toEqual([
      'A 3',
      'B 1',
      'Too many new issues at once 2',
    ]);
  });

  it('takes 3,000 events a minute of a key by default', async () => {
    const relay = await startRelay({}, { clock: new ClockDouble() });
    const events = Array.from({ length: 100 }, () => '\n{"type":"event","length":2}\n{}').join('');
    for (let sent = 0; sent < 3000; sent += 100) await post(relay, `{}${events}`).expect(200);
    await post(relay, createEnvelope()).expect(429);
  });
});
