import { statfs } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { StorageWatch } from '../src/intake/admission/storage-watch.ts';
import { createEnvelope, createEvent, createEventId } from './support/envelopes.ts';
import { publicKey, startRelay } from './support/started-relay.ts';

const KEY = `?sentry_key=${publicKey}`;
const FORM = { filename: 'a.txt', contentType: 'text/plain' };

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

  it('refuses attachments beyond it, and only counts events', async () => {
    const relay = await startRelay({ STORAGE_BUDGET_BYTES: '2000' });
    await relay.send().expect(200);
    await relay.drained();
    await relay.app.get<StorageWatch>(StorageWatch).refresh();

    const form = request(relay.url).post(`/api/1/events/${createEventId()}/attachments/${KEY}`);
    const refused = await form.attach('file', Buffer.from('text'), FORM).expect(429);
    expect(refused.headers['x-sentry-rate-limits']).toBe('60:attachment:project');
    const attachment = '\n{"type":"attachment","filename":"a.txt","length":4}\ntext';
    await relay.send(`${createEnvelope()}${attachment}`).expect(200);
    await relay.send(`{"event_id":"${createEventId()}"}${attachment}`).expect(429);

    expect(await relay.counted(5)).toEqual(
      counts('counted/budget error 1', 'filtered/budget attachment 3', 'stored/taken error 1'),
    );
    const [issue] = await relay.parts.stores.issues.list({ limit: 1 });
    expect(issue?.events).toBe(2);
  });
});

describe('a relay', () => {
  it('only counts the events of a storm and of too many new issues, within its settings', async () => {
    const relay = await startRelay({
      WHOLE_EVENTS_PER_HOUR: '2',
      NEW_ISSUES_MAX: '2',
      NEW_ISSUES_PER_MINUTE: '1',
    });
    for (const type of ['A', 'A', 'A', 'B', 'C', 'D']) {
      const exception = { values: [{ type, value: 'x' }] };
      await relay.send(createEnvelope({ event: createEvent({ exception }) })).expect(200);
    }
    expect(await relay.counted(6)).toEqual(counts('counted/storm error 1', 'stored/taken error 5'));
    const issues = await relay.parts.stores.issues.list({ limit: 10 });
    expect(issues.map(({ type, events }) => `${type} ${events}`).toSorted()).toEqual([
      'A 3',
      'B 1',
      'Too many new issues at once 2',
    ]);
  });
});
