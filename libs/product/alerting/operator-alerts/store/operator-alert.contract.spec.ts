import { expect, it } from '@jest/globals';
import { DELIVERY_KIND } from '#product/alerting/channels/rules';
import { defaultPersonalAlerts } from '#product/alerting/alerts/rules';
import type { AlertDelivery, AlertMessage } from '#product/alerting/channels/rules';
import type { SeenCondition } from '../rules/operator-conditions.ts';
import { addPeople, onEachDatabase, NOON_MS, MINUTE_MS } from '../../../testing/index.ts';
import type { EachDatabase } from '../../../testing/index.ts';
import type { AlertedCondition } from './operator-alert.types.ts';

const by = { byUserId: 1, nowMs: NOON_MS };
const BEHIND: SeenCondition = { name: 'behind', scope: 'one', level: 1, facts: ['3 wait.'] };
const FINE: SeenCondition = { name: 'behind', scope: 'one', level: 0, facts: [] };
const CHANNEL = {
  kind: 'slack',
  name: 'Ops',
  hint: '',
  settings: { address: 'https://hooks.slack.com/services/x' },
} as const;

async function openAlerts(openFresh: EachDatabase['openFresh']) {
  const { stores, db, openAgain } = await openFresh('web');
  await addPeople(stores, ['ada', 'bob']);
  const judge = (
    seen: readonly SeenCondition[],
    afterNoonMs: number,
    canMail = true,
    { operatorAlerts } = stores,
  ) =>
    operatorAlerts.judge(seen, {
      nowMs: NOON_MS + afterNoonMs,
      canMail,
      toUnsubscribe: (token) => `https://errata/${token}`,
      compose: ({ news, standing }: AlertedCondition) =>
        ({ id: `${news} ${standing.name}`, title: standing.scope }) as AlertMessage,
    });
  const listTold = async () => {
    const rows = await db.selectFrom('outbox').selectAll().orderBy('id').execute();
    return rows.map(({ kind, body, due_at }) => {
      expect(kind).toBe(DELIVERY_KIND);
      const { destination, message } = JSON.parse(body) as AlertDelivery;
      const to = destination.to === 'mail' ? destination.address : `#${destination.channelId}`;
      return `${message.id} to ${to} after ${(due_at - NOON_MS) / MINUTE_MS} min`;
    });
  };
  return { stores, alerts: stores.operatorAlerts, judge, listTold, openAgain };
}

onEachDatabase('OperatorAlertStore', ({ openFresh }) => {
  it('tells instance channels and owners once that a condition began, and once its end', async () => {
    const { stores, alerts, judge, listTold } = await openAlerts(openFresh);
    const gone = await stores.channels.add({}, CHANNEL, by);
    await stores.channels.switchOff(gone!, { reason: '410', nowMs: NOON_MS });
    const id = await stores.channels.add({}, CHANNEL, by);
    await stores.channels.add({ projectId: 1 }, CHANNEL, by);
    await judge([BEHIND], 0);
    await judge([BEHIND], MINUTE_MS);
    expect(await alerts.listStanding()).toEqual([
      { name: 'behind', scope: 'one', level: 1, sinceMs: NOON_MS, toldAtMs: NOON_MS },
    ]);
    for (const minute of [2, 6, 7, 8]) await judge([FINE], minute * MINUTE_MS);
    expect(await listTold()).toEqual([
      `began behind to #${id} after 0 min`,
      'began behind to ada@example.org after 0 min',
      `over behind to #${id} after 7 min`,
      'over behind to ada@example.org after 7 min',
    ]);
    expect(await alerts.listStanding()).toEqual([]);
  });

  it('tells of a condition once when several relays judge it at the same time', async () => {
    const { judge, listTold, openAgain } = await openAlerts(openFresh);
    const relays = Array.from({ length: 4 }, () => openAgain().stores);
    await Promise.all(relays.map((each, at) => judge([BEHIND], at * 59_000, true, each)));
    expect(await listTold()).toHaveLength(1);
  });

  it('tells owners according to their preferences, and mails nobody without SMTP', async () => {
    const { stores, judge, listTold } = await openAlerts(openFresh);
    await stores.users.setOwner(2, true);
    await stores.personalAlerts.set(1, { ...defaultPersonalAlerts, operator: false });
    await judge([{ ...BEHIND, name: 'disk' }], 0, false);
    expect(await listTold()).toEqual([]);
    await judge([BEHIND], 0);
    expect(await listTold()).toEqual(['began behind to bob@example.org after 0 min']);
  });

  it('keeps the conditions of relays apart, and ends those of a vanished relay', async () => {
    const { alerts, judge, listTold } = await openAlerts(openFresh);
    await judge([BEHIND], 0);
    const other = { ...BEHIND, scope: 'two' };
    await judge([other], 30 * MINUTE_MS);
    expect(await alerts.listStanding()).toMatchObject([{ scope: 'one' }, { scope: 'two' }]);
    await judge([other], 61 * MINUTE_MS);
    expect(await alerts.listStanding()).toMatchObject([{ scope: 'two' }]);
    expect((await listTold()).at(-1)).toBe('over behind to ada@example.org after 61 min');
  });

  it('tells nothing of a condition that owners have switched off, with an audit entry', async () => {
    const { stores, alerts, judge, listTold } = await openAlerts(openFresh);
    await judge([BEHIND], 0);
    await alerts.silence('behind', true, by);
    await alerts.silence('behind', true, by);
    expect([...(await alerts.listSilenced())]).toEqual(['behind']);
    expect(await alerts.listStanding()).toEqual([]);
    await judge([BEHIND], MINUTE_MS);
    expect(await listTold()).toHaveLength(1);
    await alerts.silence('behind', false, by);
    await judge([BEHIND], 2 * MINUTE_MS);
    expect(await listTold()).toHaveLength(2);
    const noted = await stores.audit.list({ what: 'operator-alert.switched', limit: 9 });
    expect(noted.map(({ target, to }) => [target, to])).toEqual([
      ['behind', 'on'],
      ['behind', 'off'],
    ]);
  });
});
