import { expect, it } from '@jest/globals';
import { openAlerts } from '../../../testing/alerts.ts';
import { countStatements } from '../../../testing/count-statements.ts';
import { onEachDatabase, MINUTE_MS, HOUR_MS, NOON_MS } from '../../../testing/index.ts';
import type { EachDatabase } from '../../../testing/index.ts';
import { eventOf } from '../../../testing/triage.ts';
import { defaultAlertRule } from '../rules/alert-rule.ts';
import type { FiringReason } from '../rules/alert-rule.ts';

const LIMIT = { percent: 99, hours: 6, minSessions: 100 };
const SIGNAL = new AbortController().signal;

async function begin(openFresh: EachDatabase['openFresh']) {
  const opened = await openAlerts(openFresh, { crashFree: LIMIT });
  const { stores, tell, ruleId } = opened;
  const recordSessions = (
    release: string,
    [begun, crashed]: readonly [begun: number, crashed: number],
    { atMs = NOON_MS, environment = 'production', unhandled = 0 } = {},
  ) => {
    const groups = [{ startedAtMs: atMs, begun, errored: 0, crashed, abnormal: 0, unhandled }];
    const item = { projectId: 1, receivedAtMs: atMs, release, environment, groups };
    return opened.recordReport({ sessions: [item] });
  };
  const judge = (afterMs = 0) => stores.alerts.judgeCrashFree(NOON_MS + afterMs, SIGNAL);
  const listNews = async () =>
    (await stores.alertRules.listFirings(ruleId, 9))
      .toReversed()
      .map(({ release, reason }) => `${release} ${toNews(reason)}`);
  const listTold = async (afterMs: number) =>
    (await tell(afterMs)).map(({ firings }) => firings.map(({ reason }) => toNews(reason)));
  return { ...opened, recordSessions, judge, listNews, listTold };
}

function toNews(reason: FiringReason): string {
  if (reason.kind !== 'crashFree') return reason.kind;
  return reason.isUnder ? 'fell' : 'recovered';
}

onEachDatabase('rules about crash-free sessions', ({ openFresh }) => {
  it('fire once when the newest release falls under the limit, and once when it recovers', async () => {
    const { recordSessions, judge, listNews, ruleId, stores } = await begin(openFresh);
    await recordSessions('1.3.0', [500, 0], { atMs: NOON_MS - HOUR_MS });
    await recordSessions('1.4.0', [99, 20]);
    await judge();
    expect(await listNews()).toEqual([]);
    await recordSessions('1.4.0', [1, 0]);
    await Promise.all([judge(), judge(), judge()]);
    await judge(MINUTE_MS);
    expect(await stores.alertRules.listFirings(ruleId, 9)).toMatchObject([
      { release: '1.4.0', reason: { isUnder: true, sessions: 100, crashed: 20 } },
    ]);
    await recordSessions('1.4.0', [1900, 0]);
    for (const minute of [2, 3]) await judge(minute * MINUTE_MS);
    expect(await listNews()).toEqual(['1.4.0 fell', '1.4.0 recovered']);
  });

  it('count sessions in their hours and environments, with unhandled errors if they say so', async () => {
    const { recordSessions, judge, listNews, setRule, ruleId, stores } = await begin(openFresh);
    await recordSessions('1.4.0', [1000, 100], { environment: 'staging' });
    await recordSessions('1.4.0', [1000, 100], { atMs: NOON_MS - 7 * HOUR_MS });
    await recordSessions('1.4.0', [1000, 5], { unhandled: 6 });
    await judge();
    expect(await listNews()).toEqual([]);
    await setRule({ crashFree: { ...LIMIT, withUnhandled: true } });
    await judge();
    expect(await stores.alertRules.listFirings(ruleId, 1)).toMatchObject([
      { reason: { withUnhandled: true, isUnder: true, sessions: 1000, crashed: 11 } },
    ]);
  });

  it('send messages apart from issues, even when those fill the queue, and only the latest news', async () => {
    const { recordSessions, record, judge, listTold } = await begin(openFresh);
    await recordSessions('1.4.0', [1000, 100]);
    await record(...Array.from({ length: 450 }, (_, index) => eventOf(index + 1, 0)));
    await judge();
    expect(await listTold(1000)).toEqual([['fell'], Array(20).fill('new')]);
    await recordSessions('1.4.0', [19_000, 0]);
    await judge(MINUTE_MS);
    await record(eventOf(451, MINUTE_MS));
    expect(await listTold(2 * MINUTE_MS)).toEqual([['recovered'], ['new']]);
    await recordSessions('1.4.0', [1000, 200]);
    await judge(HOUR_MS);
    await recordSessions('1.4.0', [90_000, 0]);
    await judge(HOUR_MS + MINUTE_MS);
    expect(await listTold(HOUR_MS + MINUTE_MS)).toEqual([['recovered']]);
  });

  it('judge the newest release of each package, and one that fell until it recovers', async () => {
    const { recordSessions, judge, listNews } = await begin(openFresh);
    await recordSessions('web@1.10', [1000, 0], { atMs: NOON_MS - HOUR_MS });
    await recordSessions('web@999.0.0', [1000, 100], { atMs: NOON_MS - 2 * HOUR_MS });
    await judge();
    expect(await listNews()).toEqual([]);
    await recordSessions('api@7', [1000, 100]);
    await judge();
    await recordSessions('web@1.11', [1000, 200]);
    await judge(HOUR_MS);
    expect(await listNews()).toEqual(['api@7 fell']);
    await recordSessions('api@8', [1000, 0]);
    for (const minute of [1, 2]) await judge(HOUR_MS + minute * MINUTE_MS);
    expect(await listNews()).toEqual(['api@7 fell', 'api@8 recovered', 'web@1.11 fell']);
  });

  it('judge a release that has dropped out of the list of releases', async () => {
    const { recordSessions, judge, listNews, db, stores } = await begin(openFresh);
    await recordSessions('web@1.4.0', [1000, 100]);
    await db.deleteFrom('releases').execute();
    await judge();
    expect(await listNews()).toEqual(['web@1.4.0 fell']);
    expect(await stores.releaseHealth.listReleases('1.4.0', [1])).toEqual(['web@1.4.0']);
  });

  it('read the sessions of each project and window once for all rules', async () => {
    const { recordSessions, by, database, stores } = await begin(openFresh);
    await recordSessions('1.4.0', [1000, 0]);
    for (const hours of [LIMIT.hours, 24, LIMIT.hours]) {
      const rule = { ...defaultAlertRule, crashFree: { ...LIMIT, hours } };
      await stores.alertRules.add(rule, by);
    }
    const { stores: counted, during } = countStatements(database);
    const [list, reads, states] = [1, 2, 4];
    expect(await during(() => counted.alerts.judgeCrashFree(NOON_MS, SIGNAL))).toBe(
      list + reads + states,
    );
  });

  it('judge anew when their limit changes, and forget a fall when switched off', async () => {
    const { recordSessions, judge, listNews, setRule, db } = await begin(openFresh);
    await recordSessions('1.4.0', [1000, 100]);
    await judge();
    await setRule({ crashFree: LIMIT, name: 'Another name' });
    await judge();
    expect(await listNews()).toHaveLength(1);
    await setRule({ crashFree: { ...LIMIT, percent: 95 } });
    await judge(MINUTE_MS);
    expect(await listNews()).toEqual(['1.4.0 fell', '1.4.0 fell']);
    await setRule({ crashFree: LIMIT, isEnabled: false });
    await judge(2 * MINUTE_MS);
    expect(await listNews()).toHaveLength(2);
    expect(await db.selectFrom('alert_crash_free').selectAll().execute()).toEqual([]);
  });

  it('leave no rows when they are removed, and are not judged in a deleted project', async () => {
    const { recordSessions, judge, db, by, ruleId, stores, listNews } = await begin(openFresh);
    await recordSessions('1.4.0', [1000, 100]);
    await db.updateTable('projects').set({ deleted_at: NOON_MS }).execute();
    await judge();
    expect(await listNews()).toEqual([]);
    await db.updateTable('projects').set({ deleted_at: null }).execute();
    await judge();
    await stores.alertRules.remove(ruleId, by);
    expect(await db.selectFrom('alert_crash_free').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('alert_firings').selectAll().execute()).toEqual([]);
  });

  it('show the judged release in their preview and on their page', async () => {
    const { recordSessions, by, ruleId, stores } = await begin(openFresh);
    await recordSessions('1.4.0', [1000, 100]);
    const judged = { release: '1.4.0', sessions: 1000, crashed: 100 };
    const rule = { ...defaultAlertRule, onNew: false, onRegressed: false, crashFree: LIMIT };
    expect(await stores.alertRules.preview(rule, by)).toMatchObject({ issueCount: 0, judged });
    const silence = { nowMs: NOON_MS, canMail: false };
    expect(await stores.alertRules.findSilence(ruleId, silence)).toMatchObject({ judged });
  });
});
