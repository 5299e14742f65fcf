import { expect, it } from '@jest/globals';
import { defaultAlertRule } from '../rules/alert-rule.ts';
import { defaultPersonalAlerts } from '../rules/personal-alerts.ts';
import { alertLimits, type EventLevel } from '#shared';
import type { AlertDelivery } from '#product/alerting/channels/rules';
import { CHANNEL, openAlerts } from '../../../testing/alerts.ts';
import {
  addPeople,
  createFeedback,
  createGroupedEvent,
  createReport,
  onEachDatabase,
  MINUTE_MS,
  NOON_MS,
} from '../../../testing/index.ts';
import { mergeInto } from '../../../testing/merge.ts';
import { ANN, eventAt, eventOf } from '../../../testing/triage.ts';
import type { DueAlert } from './alert.types.ts';

const inEnvironment = (environment: string) => ({ event: { environment } });
const ofBrowser = (userHash: string, afterNoonMs = 0) =>
  eventAt(afterNoonMs, { userHash, event: { isOfUsers: true } });

onEachDatabase('alert rules', ({ openFresh }) => {
  it('fire for new and regressed issues, and not for known ones', async () => {
    const { record, change, listFired } = await openAlerts(openFresh);
    await record(eventAt(0));
    await record(eventAt(1000), eventAt(1001));
    expect(await listFired()).toEqual([[1, 'new']]);
    await change([1], { kind: 'resolve' });
    await record(eventAt(2000));
    expect(await listFired()).toEqual([
      [1, 'new'],
      [1, 'regressed'],
    ]);
  });

  it('fire once a new issue comes from an accepted environment, and never for muted issues', async () => {
    const { record, change, listFired } = await openAlerts(openFresh);
    await record({ ...eventOf(1, 0), ...inEnvironment('development') });
    await record({ ...eventOf(2, 0), ...inEnvironment('ci') });
    expect(await listFired()).toEqual([]);
    await record({ ...eventOf(1, 0), ...inEnvironment('production') });
    expect(await listFired()).toEqual([[1, 'new']]);
    await change([2], { kind: 'muteForever' });
    await record({ ...eventOf(2, 0), ...inEnvironment('production') });
    expect(await listFired()).toHaveLength(1);
  });

  it('fire for a regression that an event of another environment used up, and once', async () => {
    const { record, change, listFired } = await openAlerts(openFresh);
    const at = (seconds: number, environment: string) =>
      eventAt(seconds * 1000, inEnvironment(environment));
    const later = (seconds: number) => ({ user: ANN, nowMs: NOON_MS + seconds * 1000 });
    await record(at(0, 'production'));
    await change([1], { kind: 'resolve' });
    await record(at(10, 'staging'));
    expect(await listFired()).toEqual([[1, 'new']]);
    await record(at(20, 'production'), at(30, 'production'));
    await record(at(40, 'production'));
    const told = [
      [1, 'new'],
      [1, 'regressed'],
    ];
    expect(await listFired()).toEqual(told);
    await change([1], { kind: 'resolve' }, later(50));
    await record(at(60, 'staging'));
    await change([1], { kind: 'resolve' }, later(70));
    await change([1], { kind: 'reopen' }, later(80));
    await record(at(90, 'production'));
    expect(await listFired()).toEqual(told);
  });

  it('check their condition against the state of the issue after the event', async () => {
    const { record, change, listFired } = await openAlerts(openFresh, {
      onNew: false,
      onUnmuted: true,
      condition: 'is:unresolved',
    });
    await record(eventOf(1, -1000), eventOf(2, -1000));
    await change([1], { kind: 'resolve' });
    await change([2], { kind: 'muteUntilEvents', count: 1 });
    await record(eventOf(1, 1000), eventOf(2, 1000));
    expect(await listFired()).toEqual([
      [1, 'regressed'],
      [2, 'unmuted'],
    ]);
  });

  it('fire under new ids only, because waiting alerts refer to these ids', async () => {
    const { record, db } = await openAlerts(openFresh);
    await record(eventOf(1, 0));
    const [{ id }] = (await db.deleteFrom('alert_firings').returning('id').execute()) as [
      { id: number },
    ];
    await record(eventOf(2, 0));
    const [next] = await db.selectFrom('alert_firings').select('id').execute();
    expect(next!.id).toBeGreaterThan(id);
  });

  it('fire for feedback about an event when they accept the issue of the event', async () => {
    const { record, recordReport, change, listFired, db } = await openAlerts(openFresh, {
      onNew: false,
      onFeedback: true,
      condition: 'level:error',
    });
    await record(eventOf(1, 0));
    await record({ ...eventOf(2, 0), event: { environment: 'ci' } });
    const events = await db.selectFrom('events').select('event_id').orderBy('id').execute();
    const say = async (id: string, eventId?: string) => {
      const { eventId: _, ...said } = createFeedback({ id: id.repeat(32) });
      const feedback = [eventId === undefined ? said : { ...said, eventId }];
      await recordReport({ feedback });
    };
    await say('1', 'f'.repeat(32));
    await say('2');
    await say('3', events[1]!.event_id);
    expect(await listFired()).toEqual([]);
    await say('4', events[0]!.event_id);
    expect(await listFired()).toEqual([[1, 'feedback']]);
    const [fired] = await db.selectFrom('alert_firings').selectAll().execute();
    expect(fired).toMatchObject({ event_id: expect.any(Number), at: NOON_MS });
    expect(await change([1], { kind: 'resolve' })).toHaveLength(1);
  });

  it('find the events of feedback by their ids in its project', async () => {
    const { analyze, explain, record } = await openAlerts(openFresh, { onFeedback: true });
    await record(...Array.from({ length: 300 }, (_, at) => eventOf(at % 5, 0)));
    await analyze();
    const plan = await explain(async (stores) => {
      const feedback = [createFeedback({ eventId: 'f'.repeat(32) })];
      await stores.reports.record([createReport(900, [], { feedback })]);
    });
    expect(plan).toMatch(/SEARCH events .*\(project_id=\? AND event_id=\?\)|events_by_event_id/);
    expect(plan).not.toMatch(/(SCAN|Seq Scan on) events/);
  });

  it('count two events together that are ten seconds less than their window apart', async () => {
    const { record, listFired } = await openAlerts(openFresh, {
      onNew: false,
      onRegressed: false,
      events: { count: 2, minutes: 1, of: 'issue' },
    });
    await record(eventAt(10_000));
    await record(eventAt(69_999));
    expect(await listFired()).toEqual([[1, 'events']]);
  });

  it.each([
    ['events', 'issue', [[1, 'events']]],
    ['users', 'issue', [[1, 'users']]],
    ['events', 'project', [[null, 'events']]],
    ['users', 'project', [[null, 'users']]],
  ] as const)(
    'count %s of the %s within their minutes, and then fire once',
    async (size, of, fired) => {
      const { record, listFired } = await openAlerts(openFresh, {
        onNew: false,
        onRegressed: false,
        [size]: { count: 3, minutes: 2, of },
      });
      const from = (user: string, afterNoonMs: number, environment = 'production') =>
        eventAt(afterNoonMs, { userHash: user, event: { environment } });
      await record(from('ann', 0), from('bob', 1));
      await record(from('eve', 3 * MINUTE_MS), from('ian', 3 * MINUTE_MS, 'dev'));
      expect(await listFired()).toEqual([]);
      await record(from('joe', 4 * MINUTE_MS), from('kim', 4 * MINUTE_MS + 1));
      expect(await listFired()).toEqual(fired);
      await record(from('lea', 4 * MINUTE_MS + 2));
      expect(await listFired()).toHaveLength(1);
    },
  );

  it('fire once for a project when several relays record at a time', async () => {
    const { stores, openAgain, listFired } = await openAlerts(openFresh, {
      onNew: false,
      events: { count: 2, minutes: 5, of: 'project' },
    });
    const relays = [stores, ...Array.from({ length: 3 }, () => openAgain().stores)];
    await Promise.all(
      relays.map(({ reports }, index) =>
        reports.record([
          createReport(index, [
            createGroupedEvent(eventOf(2 * index + 1, 1)),
            createGroupedEvent(eventOf(2 * index + 2, 1)),
          ]),
        ]),
      ),
    );
    expect(await listFired()).toEqual([[null, 'events']]);
  });
});

onEachDatabase('AlertStore', ({ openFresh }) => {
  it('tells the first alert at once, further alerts after a minute, the most important first', async () => {
    const { record, tell, listDeliveries, ruleId } = await openAlerts(openFresh);
    await record(eventOf(1, 0));
    expect(await tell(1000)).toMatchObject([
      { isSummary: false, more: 0, firings: [{ ruleId, issue: { id: 1 } }] },
    ]);
    for (let issue = 2; issue <= 26; issue += 1) await record(eventOf(issue, 2000 + issue));
    await record({ ...eventOf(26, 2050), userHash: 'ann' });
    expect(await tell(60_999)).toEqual([]);
    const [summary, ...others] = await tell(61_000);
    expect(others).toEqual([]);
    expect(summary).toMatchObject({ isSummary: true, more: 5 });
    expect(summary!.firings).toHaveLength(20);
    expect(summary!.firings[0]).toMatchObject({ issue: { id: 26, users: 1 } });
    expect(await listDeliveries()).toMatchObject([
      { destination: { to: 'channel', channelId: 1 }, ruleId },
      { destination: { to: 'channel', channelId: 1 }, message: { id: summary!.id } },
    ]);
  });

  it('tells the alerts of a project to no channel of another project', async () => {
    const { record, tell, db, stores } = await openAlerts(openFresh);
    await stores.projects.ensure([{ slug: 'other' }]);
    await db.updateTable('channels').set({ project_id: 2 }).execute();
    await record(eventOf(1, 0));
    expect(await tell(1000)).toEqual([]);
  });

  it('counts the alerts that exceed the capacity of a queue', async () => {
    const { record, tell } = await openAlerts(openFresh);
    await record(...Array.from({ length: 450 }, (_, index) => eventOf(index + 1, 0)));
    const [told] = await tell(1000);
    expect(told).toMatchObject({ more: 430, firings: { length: 20 } });
  });

  it('tells ten alerts of the default rule in a young project, the rest after an hour', async () => {
    const { record, tell, db } = await openAlerts(openFresh);
    await db.updateTable('projects').set({ created_at: NOON_MS }).execute();
    const events = (first: number, last: number, afterNoonMs: number) =>
      Array.from({ length: last - first + 1 }, (_, at) => eventOf(first + at, afterNoonMs));
    await record(...events(1, 8, 0));
    expect(await tell(0)).toMatchObject([{ firings: { length: 8 } }]);
    await record(...events(9, 12, 2 * MINUTE_MS));
    expect(await tell(2 * MINUTE_MS)).toMatchObject([{ firings: { length: 2 } }]);
    await record(...events(13, 14, 59 * MINUTE_MS));
    expect(await tell(60 * MINUTE_MS - 1)).toEqual([]);
    expect(await tell(60 * MINUTE_MS)).toMatchObject([{ isSummary: true, firings: { length: 4 } }]);
    await record(...events(15, 16, 62 * MINUTE_MS));
    expect(await tell(62 * MINUTE_MS)).toMatchObject([{ firings: { length: 2 } }]);
  });

  it('tells ten alerts of a young project at once when several relays record together', async () => {
    const { stores, openAgain, db } = await openAlerts(openFresh);
    await db.updateTable('projects').set({ created_at: NOON_MS }).execute();
    const relays = [stores, ...Array.from({ length: 3 }, () => openAgain().stores)];
    await Promise.all(
      relays.map(({ reports }, relay) => {
        const events = Array.from({ length: 5 }, (_, at) => eventOf(5 * relay + at + 1, 1));
        return reports.record([createReport(relay, events.map(createGroupedEvent))]);
      }),
    );
    const rows = await db.selectFrom('alert_firings').select('due_at').execute();
    const held = rows.filter(({ due_at }) => due_at === NOON_MS + 60 * MINUTE_MS);
    expect([rows.length, held.length]).toEqual([20, 10]);
  });

  it('tells all alerts of a rule made by people at once in a young project', async () => {
    const { record, tell, stores, by, db } = await openAlerts(openFresh, { isEnabled: false });
    await db.updateTable('projects').set({ created_at: NOON_MS }).execute();
    await stores.alertRules.add({ ...defaultAlertRule, ...CHANNEL, name: 'Mine' }, by);
    await record(...Array.from({ length: 12 }, (_, at) => eventOf(at + 1, 0)));
    expect(await tell(0)).toMatchObject([{ isSummary: false, firings: { length: 12 } }]);
  });

  it('pauses per reason, and tells once at the end what fell into the pause', async () => {
    const { record, change, tell, openAgain } = await openAlerts(openFresh);
    const reasonsOf = (told: readonly DueAlert[]) =>
      told.map(({ firings }) => firings.map(({ reason }) => reason.kind));
    const regress = async (minute: number) => {
      await change([1], { kind: 'resolve' }, { user: 1, nowMs: NOON_MS + minute * MINUTE_MS - 1 });
      await record(eventAt(minute * MINUTE_MS));
    };
    await record(eventAt(0));
    expect(reasonsOf(await tell(0))).toEqual([['new']]);
    await regress(2);
    expect(reasonsOf(await tell(2 * MINUTE_MS))).toEqual([['regressed']]);
    await regress(5);
    await regress(9);
    expect(await tell(32 * MINUTE_MS - 1)).toEqual([]);
    const relays = Array.from({ length: 3 }, () => openAgain().stores.alerts);
    const told = await Promise.all(relays.map((alerts) => tell(32 * MINUTE_MS, { alerts })));
    expect(reasonsOf(told.flat())).toEqual([['regressed']]);
    await regress(40);
    await regress(63);
    expect(reasonsOf(await tell(62 * MINUTE_MS))).toEqual([['regressed']]);
    expect(reasonsOf(await tell(92 * MINUTE_MS))).toEqual([['regressed']]);
  });

  it('tells paused alerts earlier once the rule’s pause is made shorter', async () => {
    const { record, change, tell, stores, by, ruleId } = await openAlerts(openFresh, {
      pauseMinutes: 1440,
    });
    await record(eventAt(0));
    await tell(0);
    for (const minute of [2, 5]) {
      const nowMs = NOON_MS + minute * MINUTE_MS - 1;
      await change([1], { kind: 'resolve' }, { user: 1, nowMs });
      await record(eventAt(minute * MINUTE_MS));
    }
    expect(await tell(5 * MINUTE_MS)).toHaveLength(1);
    const rule = (await stores.alertRules.find(1, ruleId))!;
    await stores.alertRules.change(rule, { ...rule, pauseMinutes: 5 }, by);
    // The first rule of a project waits for the end of the project's first hour.
    expect(await tell(60 * MINUTE_MS - 1)).toEqual([]);
    expect(await tell(60 * MINUTE_MS)).toHaveLength(1);
  });

  it('tells nothing after a pause when the issue is resolved by then', async () => {
    const { record, change, tell } = await openAlerts(openFresh);
    const at = (minute: number) => ({ user: 1, nowMs: NOON_MS + minute * MINUTE_MS });
    await record(eventAt(-60 * MINUTE_MS));
    for (const minute of [1, 5]) {
      await change([1], { kind: 'resolve' }, at(minute - 1));
      await record(eventAt(minute * MINUTE_MS));
    }
    expect(await tell(MINUTE_MS)).toHaveLength(1);
    await change([1], { kind: 'resolve' }, at(10));
    expect(await tell(31 * MINUTE_MS)).toEqual([]);
  });

  it('tells nothing of a rule that was switched off while its alerts waited', async () => {
    const { record, tell, db } = await openAlerts(openFresh);
    await record(eventOf(1, 0));
    await tell(0);
    await record(eventOf(2, 1000));
    expect(await tell(1000)).toEqual([]);
    await db.updateTable('alert_rules').set({ is_enabled: 0 }).execute();
    expect(await tell(61_000)).toEqual([]);
  });

  it('tells nothing of issues muted meanwhile, and tells merged issues as their target', async () => {
    const { record, change, tell, stores } = await openAlerts(openFresh);
    await record(eventOf(1, 0), eventOf(2, 0), eventOf(3, 0));
    await change([1], { kind: 'muteForever' });
    await mergeInto(stores, { from: 3, into: 2 });
    const [told] = await tell(1000);
    expect(told!.firings.map(({ issue }) => issue?.id)).toEqual([2]);
  });

  it('mails the members who want alerts, else the owners, and nobody without SMTP', async () => {
    const { record, tell, listDeliveries, stores } = await openAlerts(openFresh, {
      toMembers: true,
      channels: [],
    });
    await addPeople(stores, ['ada', 'bob', 'eve']);
    await record(eventOf(1, 0));
    await tell(1000);
    expect(await listDeliveries()).toMatchObject([
      { destination: { to: 'mail', address: 'ada@example.org', userId: 1 } },
    ]);
    for (const userId of [2, 3]) {
      await stores.memberships.set({ userId, projectId: 1, role: 'viewer', nowMs: NOON_MS });
    }
    await stores.personalAlerts.set(3, { ...defaultPersonalAlerts, ofProjects: false });
    await record(eventOf(2, 2000));
    await tell(3000);
    expect(await listDeliveries()).toMatchObject([{}, { destination: { userId: 2 } }]);
    await record(eventOf(3, 4000));
    await tell(90_000, { canMail: false });
    await stores.memberships.remove(2, 1);
    await tell(200_000);
    expect(await listDeliveries()).toHaveLength(2);
  });

  it('leaves out messages that cannot be composed and damaged payloads, and sends the others', async () => {
    const { record, tell, faults, db, listDeliveries } = await openAlerts(openFresh);
    await record(eventOf(1, 0));
    await record(eventOf(2, 0));
    const reason = JSON.stringify({ kind: 'crashFree' });
    await db.updateTable('alert_firings').set({ reason }).where('issue_id', '=', 2).execute();
    await db
      .updateTable('event_payloads')
      .set({ body: Buffer.from('odd') })
      .execute();
    const told = await tell(0, { failsFor: 1 });
    expect(told).toMatchObject([{ firings: [{ issue: { id: 2 } }] }]);
    expect(told[0]!.firings[0]?.payload).toBeUndefined();
    expect(faults).toEqual(['channel:1']);
    expect(await listDeliveries()).toMatchObject([{ destination: { channelId: 1 } }]);
    await record(eventOf(3, 90_000));
    expect(await tell(alertLimits.summaryMs)).toMatchObject([{ firings: [{ issue: { id: 3 } }] }]);
  });

  it('holds mails to a person back until the end of their quiet hours', async () => {
    const { record, tell, stores } = await openAlerts(openFresh, { toMembers: true, channels: [] });
    await addPeople(stores, ['ada']);
    const quiet = { fromMinute: 11 * 60, toMinute: 13 * 60, timeZone: 'UTC' };
    await stores.personalAlerts.set(1, { ...defaultPersonalAlerts, quiet });
    await record(eventOf(1, 0));
    expect(await tell(59 * MINUTE_MS)).toEqual([]);
    expect(await tell(60 * MINUTE_MS)).toMatchObject([{ isSummary: true }]);
  });

  it('tells people about issues assigned to them, mentions, and comments on their issues', async () => {
    const { record, tell, stores, listDeliveries } = await openAlerts(openFresh, {
      isEnabled: false,
    });
    await addPeople(stores, ['ada', 'bob', 'eve', 'ian']);
    for (const userId of [2, 3]) {
      await stores.memberships.set({ userId, projectId: 1, role: 'member', nowMs: NOON_MS });
    }
    await record(eventOf(1, 0));
    const by = { byUserId: 1, nowMs: NOON_MS };
    await stores.triage.assign({ issueIds: [1], assigneeId: 2, ...by });
    await stores.triage.comment({ issueId: 1, body: 'See @eve, @ian and @ada.', ...by });
    const told = await tell(0);
    const listed = told.map(({ firings }) =>
      firings.map(({ reason, by: who, comments }) => [reason.kind, who, comments]),
    );
    const said = [{ by: 'ada', text: 'See @eve, @ian and @ada.' }];
    expect(listed).toEqual([[['assigned', 'ada', said]], [['mentioned', 'ada', said]]]);
    expect(await listDeliveries()).toMatchObject([
      { destination: { userId: 2 } },
      { destination: { userId: 3 } },
    ]);
  });

  it('quotes the last comments of an issue as they read now, without deleted ones', async () => {
    const { record, tell, stores } = await openAlerts(openFresh, { isEnabled: false });
    await addPeople(stores, ['ada', 'bob']);
    await stores.memberships.set({ userId: 2, projectId: 1, role: 'member', nowMs: NOON_MS });
    await record(eventOf(1, 0));
    const by = { byUserId: 1, nowMs: NOON_MS };
    await stores.triage.assign({ issueIds: [1], assigneeId: 2, ...by });
    await tell(0);
    const say = (body: string) => stores.triage.comment({ issueId: 1, body, ...by });
    for (const body of ['1', '2', '3', '4', '5', '6', 'gone', 'old']) await say(body);
    await stores.triage.deleteComment({ commentId: 7, ...by });
    await stores.triage.editComment({ commentId: 8, body: 'new', ...by });
    const [told] = await tell(MINUTE_MS);
    expect(told!.firings.map(({ comments }) => comments?.map(({ text }) => text))).toEqual([
      ['3', '4', '5', '6', 'new'],
    ]);
    await say('late');
    await stores.triage.deleteComment({ commentId: 9, ...by });
    expect(await tell(9 * MINUTE_MS)).toEqual([]);
  });

  it('tells each alert once when several relays tell at a time', async () => {
    const { record, tell, openAgain, listDeliveries } = await openAlerts(openFresh, {
      channels: [1, 2, 3],
    });
    await record(...Array.from({ length: 30 }, (_, index) => eventOf(index + 1, 0)));
    const relays = Array.from({ length: 3 }, () => openAgain().stores.alerts);
    const told = (await Promise.all(relays.map((alerts) => tell(1000, { alerts })))).flat();
    told.push(...(await tell(62_000)));
    const byChannel = new Map<number, number>();
    const deliveries = await listDeliveries();
    for (const { destination, message } of deliveries) {
      if (destination.to !== 'channel') throw new Error('There is no mail here.');
      const { firings, more } = told.find(({ id }) => id === message.id)!;
      const before = byChannel.get(destination.channelId) ?? 0;
      byChannel.set(destination.channelId, before + firings.length + more);
    }
    expect([...byChannel].toSorted(([a], [b]) => a - b)).toEqual([
      [1, 30],
      [2, 30],
      [3, 30],
    ]);
  });

  it('sends a test of a rule once to its destinations, without starting the rule’s pause', async () => {
    const { record, stores, by, ruleId, listDeliveries, listFired, db } = await openAlerts(
      openFresh,
      { ...CHANNEL, channels: [1, 9], toMembers: true },
    );
    await addPeople(stores, ['ada', 'bob']);
    await stores.memberships.set({ userId: 2, projectId: 1, role: 'viewer', nowMs: NOON_MS });
    await db.updateTable('alert_rules').set({ is_enabled: 0 }).execute();
    const { alertRules, alerts, deliveries } = stores;
    const send = async (tests: unknown[] = []) => {
      const sending = {
        nowMs: NOON_MS,
        canMail: true,
        composeTest: (test: { id: string }) => {
          tests.push(test);
          return { id: test.id, kind: 'test', title: 'Test' } as AlertDelivery['message'];
        },
      };
      while (await alerts.sendTest(sending)) continue;
      return tests;
    };
    expect(await alertRules.askForTest(9, by)).toBe('notFound');
    expect(await alertRules.askForTest(ruleId, by)).toBe('asked');
    expect(await send()).toMatchObject([{ ruleName: defaultAlertRule.name }]);
    await record(eventOf(1, -2000), eventOf(2, -1000));
    expect(await alertRules.askForTest(ruleId, by)).toBe('asked');
    expect(await send()).toMatchObject([{ firing: { issue: { id: 2 }, ruleId } }]);
    expect((await listDeliveries()).map(({ destination }) => destination)).toMatchObject([
      { channelId: 1 },
      { address: 'ada@example.org' },
      { channelId: 1 },
      { address: 'ada@example.org' },
    ]);
    expect(await deliveries.list({ projectId: 1 }, 9)).toMatchObject([
      { ruleId, kind: 'test', state: 'waiting' },
      { ruleId, kind: 'test', state: 'waiting' },
    ]);
    expect(await listFired()).toEqual([]);
    for (let left = 3; left > 0; left -= 1) await alertRules.askForTest(ruleId, by);
    expect(await alertRules.askForTest(ruleId, by)).toBe(NOON_MS + MINUTE_MS);
    const other = await alertRules.add({ ...defaultAlertRule, name: 'Other' }, by);
    expect(await alertRules.askForTest('id' in other ? other.id : 0, by)).toBe('asked');
  });

  it('lists why the alerts of a rule are held back', async () => {
    const { record, change, tell, stores, db, ruleId } = await openAlerts(openFresh, {
      toMembers: true,
    });
    await db.updateTable('projects').set({ created_at: NOON_MS }).execute();
    await addPeople(stores, ['ada']);
    const quiet = { fromMinute: 0, toMinute: 780, timeZone: 'UTC' };
    await stores.personalAlerts.set(1, { ...defaultPersonalAlerts, quiet });
    const at = (minute: number) => NOON_MS + minute * MINUTE_MS;
    const find = (minute: number) =>
      stores.alertRules.findSilence(ruleId, { nowMs: at(minute), canMail: true });
    const ofAda = { count: 1, why: 'quiet', untilMs: at(60) };
    const free = { inSummary: 0, fired: expect.any(Number), unalerted: 0, people: 1 };
    expect(await find(0)).toEqual({ ...free, waits: [ofAda] });
    await record(eventOf(1, 0), ofBrowser('ann'));
    await tell(0);
    const ofChannel = { channelId: 1, count: 1, why: 'minute', untilMs: at(1) };
    expect(await find(0)).toEqual({ ...free, unalerted: 1, waits: [ofChannel, ofAda] });
    for (const minute of [2, 4]) {
      await change([1], { kind: 'resolve' }, { user: 1, nowMs: at(minute) - 1 });
      await record(eventOf(1, minute * MINUTE_MS));
    }
    await tell(4 * MINUTE_MS);
    const paused = { count: 1, nextMs: at(32) };
    expect(await find(6)).toEqual({ ...free, unalerted: 1, paused, waits: [ofAda] });
    await record(...Array.from({ length: 12 }, (_, index) => eventOf(index + 3, 6 * MINUTE_MS)));
    expect(await find(6)).toMatchObject({ summaryMs: at(60), inSummary: 5, paused });
    expect(await stores.alertRules.findSilence(99, { nowMs: 0, canMail: true })).toBeUndefined();
  });

  it('previews the issues that a rule fires for', async () => {
    const { record, stores, db, by } = await openAlerts(openFresh);
    const anywhere = { are: 'except', patterns: [] } as const;
    const cases = [
      ['', defaultAlertRule.environments, [1, 2, 4]],
      ['', { are: 'only', patterns: ['production'] }, [1, 2]],
      ['', anywhere, [1, 2, 3, 4]],
      ['level:error', anywhere, [1, 3]],
      ['type:KeyError', anywhere, [4]],
      ['release:>=1.2.0', anywhere, [2, 3]],
      ['release:latest', anywhere, [2, 3]],
      ['!release:latest', anywhere, [1, 4]],
      ['customer:acme', anywhere, [1, 4]],
      ['!customer:test', anywhere, [1, 3, 4]],
      ['is:new !environment:ci', anywhere, [1, 2, 4]],
      ['timesSeen:>1', anywhere, [4]],
      ['users:1', anywhere, [4]],
      ['assigned:none cart', anywhere, [1, 2, 3, 4]],
      ['level:unheard-of', anywhere, []],
    ] as const;
    for (const [condition, environments] of cases) {
      await stores.alertRules.add({ ...defaultAlertRule, condition, environments }, by);
    }
    const [, ...rules] = await stores.alertRules.list(1);
    const sent = (
      issueId: number,
      { type = 'TypeError', level = 'error' as EventLevel, customer = 'none', ...facts },
    ) => {
      const { grouping } = eventOf(issueId, 0);
      const tags = new Map(Object.entries({ customer, ...facts }));
      return { event: { level, ...facts, tags }, grouping: { ...grouping, type, level } };
    };
    const ofKey = sent(4, { type: 'KeyError', level: 'warning', customer: 'acme' });
    const [production, release] = [{ environment: 'production' }, '1.3.0'];
    await record(
      sent(1, { ...production, customer: 'acme', release: '1.1.0' }),
      sent(2, { ...production, customer: 'test', release, level: 'warning' }),
      sent(3, { environment: 'ci', release }),
      { ...ofKey, userHash: 'ann' },
      ofKey,
    );
    while (await stores.tags.fold());
    // An event that loses its payload keeps its environment.
    const erased = db.updateTable('events').set({ not_kept: 'erased' });
    await erased.where('environment', '=', 'ci').execute();
    const fired = await db.selectFrom('alert_firings').select(['rule_id', 'issue_id']).execute();
    for (const [index, rule] of rules.entries()) {
      const { issues, ...counts } = await stores.alertRules.preview(rule, {
        projectId: 1,
        nowMs: NOON_MS + 1,
      });
      const ofRule = fired.flatMap(({ rule_id, issue_id }) =>
        rule_id === rule.id ? (issue_id ?? []) : [],
      );
      const [condition, , ids] = cases[index]!;
      const expected = [condition, new Set(ids)];
      expect([condition, new Set(ofRule)]).toEqual(expected);
      expect([condition, new Set(issues.map(({ id }) => id))]).toEqual(expected);
      expect(counts).toEqual({ issueCount: ids.length, isPartial: false });
    }
  });

  it('knows when a rule last told somebody, and leaves that out of the audit log', async () => {
    const { record, tell, stores, by, ruleId } = await openAlerts(openFresh, { pauseMinutes: 240 });
    const find = async () => (await stores.alertRules.find(1, ruleId))!;
    await record(eventOf(1, 0));
    expect((await find())?.lastAlertedMs).toBeUndefined();
    await tell(1000);
    const told = await find();
    expect(told).toMatchObject({ pauseMinutes: 240, lastAlertedMs: NOON_MS + 1000 });
    await stores.alertRules.change(told, { ...told, isEnabled: false }, by);
    const [noted] = await stores.audit.list({ what: 'alert.changed', limit: 1 });
    expect(JSON.stringify(noted)).not.toMatch(/lastFiredMs|lastAlertedMs|version/);
  });

  it('forgets old alerts, old counts, and the pace of destinations told nothing for a day', async () => {
    const { record, tell, stores, db } = await openAlerts(openFresh, {
      events: { count: 9, minutes: 5, of: 'issue' },
      users: { count: 9, minutes: 5, of: 'issue' },
    });
    await record(eventOf(1, 0), { ...ofBrowser('ann'), groupedBy: 'another' });
    await tell(0);
    const day = 24 * 60 * MINUTE_MS;
    const sizesAfter = async (ms: number) => {
      await stores.alerts.removeOld(NOON_MS + ms);
      const tables = ['alert_firings', 'alert_untold', 'alert_minutes', 'alert_users'] as const;
      return Promise.all(
        [...tables, 'alert_queues' as const].map(
          async (table) => (await db.selectFrom(table).selectAll().execute()).length,
        ),
      );
    };
    expect(await sizesAfter(60 * MINUTE_MS)).toEqual([1, 1, 2, 1, 1]);
    expect(await sizesAfter(day)).toEqual([1, 1, 0, 0, 1]);
    expect(await sizesAfter(day + 1)).toEqual([1, 1, 0, 0, 0]);
    expect(await sizesAfter(15 * day)).toEqual([0, 1, 0, 0, 0]);
    expect(await sizesAfter(91 * day)).toEqual([0, 0, 0, 0, 0]);
  });
});
