import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import type { EndingToken } from '#product/people/tokens';
import { channelLimits } from '#shared';
import { DELIVERY_KIND } from '../rules/alert-message.ts';
import type { AlertDelivery, AlertMessage } from '../rules/alert-message.ts';
import type { DeliveryEnding } from './delivery.types.ts';
import { createStores } from '../../../create-stores.ts';
import type { KyselyDatabase } from '#persistence/stores';
import { inTransaction } from '#persistence/stores';
import {
  addPeople,
  createAlertMessage,
  dumpRows,
  NOON_MS,
  onEachDatabase,
} from '../../../testing/index.ts';
import { putIntoOutbox } from '../../outbox/store/put-into-outbox.ts';

const by = { byUserId: 1, nowMs: NOON_MS };
const CLAIM = { nowMs: NOON_MS, leaseMs: 30_000, limit: 10 };
const WEB = { projectId: 1 };

const MESSAGE = createAlertMessage({ issues: [] });

onEachDatabase('DeliveryStore', ({ openFresh }) => {
  async function openDeliveries() {
    const fresh = await openFresh('web', 'api');
    const { stores, database } = fresh;
    const channelId = (await stores.channels.add(
      WEB,
      { kind: 'ntfy', name: 'Ops', hint: '', settings: {} },
      by,
    ))!;
    const delivery: AlertDelivery = {
      destination: { to: 'channel', channelId },
      message: MESSAGE,
      ruleId: 3,
    };
    const raise = (...deliveries: readonly AlertDelivery[]) =>
      inTransaction(database as KyselyDatabase, (transaction) =>
        putIntoOutbox(
          transaction,
          deliveries.map((body) => ({ kind: DELIVERY_KIND, body, dueMs: NOON_MS })),
        ),
      );
    return { ...fresh, ...stores, channelId, delivery, raise };
  }

  it('tells active people once of each token that ends within a week, also for two relays', async () => {
    const { stores, deliveries, tokens, users } = await openDeliveries();
    const [ann, bob] = await addPeople(stores, ['ann', 'bob']);
    const weekMs = 7 * 86_400_000;
    for (const [name, userId, expiresAtMs] of [
      ['soon', ann!.id, NOON_MS + weekMs],
      ['later', ann!.id, NOON_MS + weekMs + 1],
      ['over', ann!.id, NOON_MS],
      ['of a disabled person', bob!.id, NOON_MS + 1],
    ] as const) {
      const facts = { hash: name, hint: '', scopes: [], createdAtMs: NOON_MS };
      await tokens.create({ ...facts, name, userId, expiresAtMs });
    }
    await users.disable(bob!.id);
    const compose = ({ name, email }: EndingToken): AlertDelivery => ({
      destination: { to: 'mail', address: email },
      message: { ...MESSAGE, id: name, kind: 'account' },
    });
    const fail = (): never => {
      throw new Error('killed');
    };
    await expect(deliveries.tellTokenEnds(fail, NOON_MS)).rejects.toThrow('killed');
    const twice = [NOON_MS, NOON_MS].map((nowMs) => deliveries.tellTokenEnds(compose, nowMs));
    expect(new Set(await Promise.all(twice))).toEqual(new Set([true, false]));
    expect(await deliveries.tellTokenEnds(compose, NOON_MS + 1)).toBe(true);
    expect(await deliveries.tellTokenEnds(compose, NOON_MS + 1)).toBe(false);
    const claimed = await deliveries.claim({ ...CLAIM, nowMs: NOON_MS + 1 });
    expect(claimed.map(({ delivery }) => delivery)).toMatchObject([
      { message: { id: 'soon' }, destination: { address: ann!.email } },
      { message: { id: 'later' } },
    ]);
  });

  it('logs a message with its first attempt, and updates this line on each further attempt', async () => {
    const { deliveries, delivery, raise, channelId } = await openDeliveries();
    await raise(delivery);
    const [first] = await deliveries.claim(CLAIM);
    expect(first).toMatchObject({ delivery, attempts: 0, sinceMs: NOON_MS });
    const nextAtMs = NOON_MS + 500;
    const answer = `503 ${'x'.repeat(2000)}`;
    await deliveries.record(first!, { state: 'waiting', answer, nextAtMs }, NOON_MS);
    expect(await deliveries.list(WEB, 9)).toMatchObject([
      { channelId, ruleId: 3, title: MESSAGE.title, state: 'waiting', attempts: 1, nextAtMs },
    ]);
    expect(await deliveries.claim(CLAIM)).toEqual([]);
    const [second] = await deliveries.claim({ ...CLAIM, nowMs: nextAtMs });
    expect(second).toMatchObject({ delivery, attempts: 1, sinceMs: NOON_MS });
    await deliveries.record(second!, { state: 'sent', answer: '200' }, nextAtMs);
    const log = await deliveries.list(WEB, 9);
    expect(log).toMatchObject([{ state: 'sent', attempts: 2, answer: '200', triedAtMs: nextAtMs }]);
    expect(log[0]?.nextAtMs).toBeUndefined();
    expect(await deliveries.claim({ ...CLAIM, nowMs: nextAtMs + 9000 })).toEqual([]);
  });

  it('finds the latest delivery of each channel, with its refused host and its issue', async () => {
    const { deliveries, delivery, raise, channelId, channels } = await openDeliveries();
    const issue = { id: 42 } as AlertMessage['issues'][number];
    await raise({ ...delivery, message: { ...MESSAGE, issues: [issue] } });
    const [first] = await deliveries.claim(CLAIM);
    const refused = { state: 'waiting', answer: 'no', refusedHost: 'chat.corp:8065' } as const;
    await deliveries.record(first!, { ...refused, nextAtMs: NOON_MS + 500 }, NOON_MS);
    await channels.add({}, { kind: 'ntfy', name: 'Errata', hint: '', settings: {} }, by);
    expect([...(await deliveries.listLatest(WEB))]).toMatchObject([
      [channelId, { issueId: 42, refusedHost: 'chat.corp:8065' }],
    ]);
    expect([...(await deliveries.listLatest({}))]).toEqual([]);
    const [second] = await deliveries.claim({ ...CLAIM, nowMs: NOON_MS + 500 });
    await deliveries.record(second!, { state: 'sent', answer: '200' }, NOON_MS + 500);
    const found = await deliveries.find(MESSAGE.id, channelId);
    expect(found).toMatchObject({ state: 'sent', attempts: 2 });
    expect(found?.refusedHost).toBeUndefined();
  });

  it('gives up tests that wait for a retry once a newer test is asked for', async () => {
    const { deliveries, channelId } = await openDeliveries();
    const test = { ...MESSAGE, kind: 'test', issues: [] } as const;
    await deliveries.putTest(channelId, { ...test, id: 'old' }, NOON_MS);
    const [claimed] = await deliveries.claim(CLAIM);
    const later = { state: 'waiting', answer: '503', nextAtMs: NOON_MS + 500 } as const;
    await deliveries.record(claimed!, later, NOON_MS);
    await deliveries.putTest(channelId, { ...test, id: 'new' }, NOON_MS);
    const due = await deliveries.claim({ ...CLAIM, nowMs: NOON_MS + 500 });
    expect(due.map((each) => each.delivery?.message.id)).toEqual(['new']);
    expect(await deliveries.find('old', channelId)).toMatchObject({ state: 'failed' });
  });

  it('keeps no more of an answer than the log has room for', async () => {
    const { deliveries, delivery, raise } = await openDeliveries();
    await raise(delivery);
    const [claimed] = await deliveries.claim(CLAIM);
    const answer = `\u0000${'x'.repeat(70_000)}`;
    await deliveries.record(claimed!, { state: 'failed', answer }, NOON_MS);
    const [{ answer: kept = '' } = {}] = await deliveries.list(WEB, 9);
    expect(kept).toHaveLength(channelLimits.answerLength);
  });

  it('lets one relay alone record how an attempt ended', async () => {
    const { deliveries, delivery, raise, openAgain } = await openDeliveries();
    await raise(delivery);
    const [slow] = await deliveries.claim({ ...CLAIM, leaseMs: 0 });
    const other = openAgain().stores.deliveries;
    const [second] = await other.claim(CLAIM);
    const sent = { state: 'sent', answer: '200' } as const;
    expect(await deliveries.record(slow!, sent, NOON_MS)).toBe(false);
    expect(await deliveries.postpone(slow!, NOON_MS)).toBe(false);
    expect(await other.record(second!, sent, NOON_MS)).toBe(true);
    expect(await deliveries.list(WEB, 9)).toMatchObject([{ attempts: 1 }]);
  });

  it('logs a message put by a person at once, and sends it again on request', async () => {
    const { deliveries, delivery } = await openDeliveries();
    await deliveries.put(delivery, NOON_MS);
    const id = (await deliveries.list(WEB, 9))[0]!.id;
    expect(await deliveries.list(WEB, 9)).toMatchObject([
      { state: 'waiting', attempts: 0, canBeSentAgain: false },
    ]);
    expect(await deliveries.sendAgain(id, WEB, NOON_MS)).toBe('absent');
    const [claimed] = await deliveries.claim(CLAIM);
    await deliveries.record(claimed!, { state: 'failed', answer: '400' }, NOON_MS);
    expect(await deliveries.sendAgain(id, { projectId: 2 }, NOON_MS)).toBe('absent');
    expect(await deliveries.sendAgain(id, WEB, NOON_MS + 5)).toBe('sent');
    expect(await deliveries.sendAgain(id, WEB, NOON_MS + 5)).toBe('absent');
    const again = await deliveries.claim({ ...CLAIM, nowMs: NOON_MS + 5 });
    expect(again).toMatchObject([{ delivery, attempts: 1, sinceMs: NOON_MS + 5 }]);
  });

  it('accepts 5 tests of a channel a minute and 60 an hour in all, across relays', async () => {
    const { deliveries, stores, openAgain } = await openDeliveries();
    const settings = { address: 'https://hooks.example/' };
    const add = () =>
      stores.channels.add(WEB, { kind: 'webhook', name: 'Ops', hint: '', settings }, by);
    const first = (await add())!;
    const test = (channelId: number, minute: number, store = deliveries) => {
      const message = { ...MESSAGE, kind: 'test' as const, id: randomUUID() };
      return store.putTest(channelId, message, NOON_MS + minute * 60_000);
    };
    const relays = [deliveries, ...Array.from({ length: 3 }, () => openAgain().stores.deliveries)];
    const asked = await Promise.all(
      relays.flatMap((store) => [test(first, 0, store), test(first, 0, store)]),
    );
    expect(asked.filter((againMs) => againMs === undefined)).toHaveLength(5);
    expect(asked.filter((againMs) => againMs === NOON_MS + 60_000)).toHaveLength(3);
    await stores.channels.remove(first, WEB, by);
    for (let minute = 1; minute < 12; minute += 1) {
      const id = (await add())!;
      for (let times = 0; times < 5; times += 1) {
        expect(await test(id, minute)).toBeUndefined();
      }
    }
    const other = (await add())!;
    expect(await test(other, 13)).toBe(NOON_MS + 3_600_000);
    const [logged] = await deliveries.list(WEB, 1);
    for (const claimed of await deliveries.claim({ ...CLAIM, limit: 60, nowMs: NOON_MS + 1e6 })) {
      await deliveries.record(claimed, { state: 'failed', answer: '400' }, NOON_MS + 1e6);
    }
    expect(await deliveries.sendAgain(logged!.id, WEB, NOON_MS + 1e6)).toBe(NOON_MS + 3_600_000);
    expect(await test(other, 60)).toBeUndefined();
  });

  it('keeps the content of a message to one person out of the log', async () => {
    const { deliveries, raise, database } = await openDeliveries();
    const address = 'ann@example.org';
    const message = { ...MESSAGE, kind: 'person' as const, title: 'Reset: https://reset' };
    await raise({ destination: { to: 'mail', address }, message });
    const [claimed] = await deliveries.claim(CLAIM);
    await deliveries.record(claimed!, { state: 'sent', answer: '250' }, NOON_MS);
    expect(await deliveries.list(WEB, 9)).toMatchObject([
      { title: 'A message to one person', address, canBeSentAgain: false },
    ]);
    expect(await dumpRows(database)).not.toContain('https://reset');
  });

  it('encrypts a message about an account until it is sent', async () => {
    const { deliveries, database, openAgain } = await openDeliveries();
    const message = { ...MESSAGE, kind: 'account' as const, url: 'https://errata.example/reset' };
    const delivery = { destination: { to: 'mail', address: 'ann@example.org' }, message } as const;
    await deliveries.put(delivery, NOON_MS);
    expect(await dumpRows(database)).not.toContain('https://errata.example/reset');
    const stranger = createStores(database, { secret: 'another secret of 32 characters!' });
    const unread = await stranger.deliveries.claim({ ...CLAIM, leaseMs: 0 });
    expect(unread).toMatchObject([{ delivery: undefined }]);
    const [claimed] = await openAgain().stores.deliveries.claim(CLAIM);
    expect(claimed).toMatchObject({ delivery, attempts: 0 });
    await deliveries.record(claimed!, { state: 'sent', answer: '250' }, NOON_MS);
    expect(await deliveries.list(WEB, 9)).toMatchObject([
      { title: 'A message to one person', state: 'sent', canBeSentAgain: false },
    ]);
  });

  it('logs the failure of a message that was encrypted with another secret', async () => {
    const { deliveries, database, delivery } = await openDeliveries();
    const message = { ...MESSAGE, kind: 'account' as const };
    await deliveries.put({ ...delivery, message }, NOON_MS);
    const stranger = createStores(database, { secret: 'another secret of 32 characters!' });
    const [claimed] = await stranger.deliveries.claim(CLAIM);
    await stranger.deliveries.record(claimed!, { state: 'failed', answer: 'lost' }, NOON_MS);
    const [logged] = await deliveries.list(WEB, 9);
    expect(logged).toMatchObject({ state: 'failed', attempts: 1, answer: 'lost' });
    expect(logged?.nextAtMs).toBeUndefined();
  });

  it('forgets the messages of a removed channel, even those under way', async () => {
    const { deliveries, channels, delivery, channelId, raise } = await openDeliveries();
    await deliveries.put(delivery, NOON_MS);
    await raise({ ...delivery, message: { ...MESSAGE, id: 'message-2' } });
    const claimed = await deliveries.claim(CLAIM);
    await channels.remove(channelId, WEB, by);
    for (const each of claimed) {
      expect(await deliveries.record(each, { state: 'failed', answer: '' }, NOON_MS)).toBe(true);
    }
    expect(await deliveries.list(WEB, 9)).toEqual([]);
    expect(await deliveries.list({}, 9)).toEqual([]);
  });

  it('returns a message of another version without content, so that it can be failed', async () => {
    const { deliveries, raise } = await openDeliveries();
    await raise({ to: 'nobody' } as unknown as AlertDelivery);
    const [claimed] = await deliveries.claim(CLAIM);
    expect(claimed).toMatchObject({ delivery: undefined });
    expect(await deliveries.record(claimed!, { state: 'failed', answer: '' }, NOON_MS)).toBe(true);
  });

  it('marks dropped messages as dropped in the log', async () => {
    const { deliveries, delivery, outbox, audit } = await openDeliveries();
    await deliveries.put(delivery, NOON_MS);
    const bounds = { nowMs: NOON_MS, dueBeforeMs: NOON_MS - 1, keep: 10 };
    expect(await outbox.dropOverdue(bounds)).toBe(0);
    expect(await outbox.dropOverdue({ ...bounds, dueBeforeMs: NOON_MS + 1 })).toBe(1);
    expect(await deliveries.list(WEB, 9)).toMatchObject([{ state: 'dropped' }]);
    expect(await audit.list({ limit: 1 })).toMatchObject([{ what: 'outbox.dropped', to: 1 }]);
  });

  it('counts by day what each channel got, and finds the last failure', async () => {
    const { deliveries, delivery, channelId } = await openDeliveries();
    const dayMs = 24 * 3_600_000;
    const send = async (day: number, ...states: readonly DeliveryEnding['state'][]) => {
      const nowMs = NOON_MS + day * dayMs;
      await deliveries.put({ ...delivery, message: { ...MESSAGE, id: randomUUID() } }, nowMs);
      for (const state of states) {
        const [claimed] = await deliveries.claim({ ...CLAIM, nowMs });
        const again = state === 'waiting' ? { nextAtMs: nowMs } : {};
        await deliveries.record(claimed!, { state, answer: `${state} ${day}`, ...again }, nowMs);
      }
    };
    for (const day of [0, 1, 3]) await send(day, 'sent');
    await send(1, 'waiting', 'sent');
    await send(1, 'failed');
    await send(3, 'waiting', 'failed');
    await send(4, 'waiting');
    const at = (day: number) => NOON_MS - (NOON_MS % dayMs) + day * dayMs;
    expect(await deliveries.listDays(WEB, at(1))).toEqual([
      { channelId, startsAtMs: at(1), sent: 1, sentAgain: 1, failed: 1 },
      { channelId, startsAtMs: at(3), sent: 1, sentAgain: 0, failed: 1 },
    ]);
    expect(await deliveries.listDays({}, at(0))).toEqual([]);
    const failed = await deliveries.listLatest(WEB, ['failed', 'dropped']);
    expect(failed.get(channelId)).toMatchObject({ answer: 'failed 3' });
  });

  it('removes old messages from the log', async () => {
    const { deliveries, delivery } = await openDeliveries();
    await deliveries.put(delivery, NOON_MS);
    const { loggedForMs } = channelLimits;
    expect(await deliveries.removeOld(NOON_MS + loggedForMs)).toBe(false);
    expect(await deliveries.removeOld(NOON_MS + loggedForMs + 1)).toBe(true);
    expect(await deliveries.list(WEB, 9)).toEqual([]);
  });
});
