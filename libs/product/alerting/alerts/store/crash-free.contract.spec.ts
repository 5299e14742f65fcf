import { describe, expect, it } from '@jest/globals';
import { kyselyOf } from '#persistence/testing';
import type { AlertDelivery } from '#product/alerting/channels/rules';
import { countStatements } from '../../../testing/count-statements.ts';
import { createGroupedEvent, createReport, onEachDatabase } from '../../../testing/index.ts';
import type { FreshDatabase } from '../../../testing/index.ts';
import { NOON_MS, eventOf } from '../../../testing/triage.ts';
import { defaultAlertRule } from '../rules/alert-rule.ts';
import type { AlertRule, FiringReason } from '../rules/alert-rule.ts';
import type { DueAlert } from './alert.types.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LIMIT = { percent: 99, hours: 6, minSessions: 100 };
const CHANNEL = {
  project_id: 1,
  kind: 'webhook',
  name: 'Hook',
  hint: '',
  settings: Buffer.alloc(1),
  seal: 'a',
  gone_at: null,
  gone_reason: null,
  created_at: 0,
} as const;
const SIGNAL = new AbortController().signal;

async function begin(openFresh: () => Promise<FreshDatabase>) {
  const fresh = await openFresh();
  const { projects, reports, alertRules, alerts } = fresh.stores;
  await projects.ensure([{ slug: 'web', id: 1 }]);
  const db = kyselyOf(fresh.database);
  const by = { projectId: 1, nowMs: NOON_MS };
  const change = async (changed: Partial<AlertRule>) => {
    const [rule] = await alertRules.list(1);
    const { id, version } = rule!;
    await alertRules.change({ id, version }, { ...defaultAlertRule, ...changed }, by);
    return id;
  };
  const ruleId = await change({ crashFree: LIMIT });
  let reportId = 0;
  const record = (release: string, begun: number, crashed: number, traits = {}) => {
    reportId += 1;
    const { atMs = NOON_MS, environment = 'production', unhandled = 0 } = traits as Traits;
    const groups = [{ startedAtMs: atMs, begun, errored: 0, crashed, abnormal: 0, unhandled }];
    const item = { projectId: 1, receivedAtMs: atMs, release, environment, groups };
    return reports.record([createReport(reportId, [], { sessions: [item] })]);
  };
  const recordIssues = (first: number, last: number, afterMs: number) => {
    reportId += 1;
    const issues = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    const events = issues.map((issue) => createGroupedEvent(eventOf(issue, afterMs)));
    return reports.record([createReport(reportId, events)]);
  };
  const tellChannel = async () => {
    await db.insertInto('channels').values(CHANNEL).execute();
    await change({ crashFree: LIMIT, channels: [1], toMembers: false });
  };
  const tell = async (afterMs: number): Promise<string[][]> => {
    const nowMs = NOON_MS + afterMs;
    const told: DueAlert[] = [];
    const compose = (alert: DueAlert): AlertDelivery['message'] => {
      told.push(alert);
      return { id: alert.id } as AlertDelivery['message'];
    };
    while (await alerts.spread({ nowMs, canMail: false })) continue;
    while (await alerts.sendNext({ nowMs, canMail: false, compose, toUnsubscribe: String }))
      continue;
    return told.map(({ firings }) => firings.map(({ reason }) => toName(reason)));
  };
  const judge = (afterMs = 0) => alerts.judgeCrashFree(NOON_MS + afterMs, SIGNAL);
  const listFired = async () => {
    const rows = await db
      .selectFrom('alert_firings')
      .select(['reason', 'release', 'rule_id', 'issue_id'])
      .orderBy('id')
      .execute();
    return rows.map(({ reason, ...row }) => {
      expect(row).toMatchObject({ rule_id: ruleId, issue_id: null });
      return [row.release, JSON.parse(reason).isUnder ? 'fell' : 'recovered'];
    });
  };
  const judging = { ruleId, change, record, recordIssues, judge, listFired };
  return { ...fresh, ...judging, db, by, tellChannel, tell };
}

function toName(reason: FiringReason): string {
  if (reason.kind !== 'crashFree') return reason.kind;
  return reason.isUnder ? 'fell' : 'recovered';
}

interface Traits {
  readonly atMs?: number;
  readonly environment?: string;
  readonly unhandled?: number;
}

describe('rules about crash-free sessions', () => {
  onEachDatabase(({ openFresh }) => {
    it('fire once when the newest release falls under the limit, and once when it recovers', async () => {
      const { record, judge, listFired, ruleId, stores } = await begin(openFresh);
      await record('1.3.0', 500, 0, { atMs: NOON_MS - HOUR_MS });
      await record('1.4.0', 99, 20);
      await judge();
      expect(await listFired()).toEqual([]);
      await record('1.4.0', 1, 0);
      await judge();
      await judge(MINUTE_MS);
      expect(await listFired()).toEqual([['1.4.0', 'fell']]);
      expect(await stores.alertRules.listFirings(ruleId, 1)).toMatchObject([
        { release: '1.4.0', reason: { kind: 'crashFree', sessions: 100, crashed: 20 } },
      ]);
      await record('1.4.0', 1900, 0);
      await judge(2 * MINUTE_MS);
      await judge(3 * MINUTE_MS);
      expect(await listFired()).toEqual([
        ['1.4.0', 'fell'],
        ['1.4.0', 'recovered'],
      ]);
    });

    it('count sessions with unhandled errors where the rule says so', async () => {
      const { record, judge, listFired, change, ruleId, stores } = await begin(openFresh);
      await record('1.4.0', 1000, 5, { unhandled: 6 });
      await judge();
      expect(await listFired()).toEqual([]);
      await change({ crashFree: { ...LIMIT, withUnhandled: true } });
      await judge();
      expect(await stores.alertRules.listFirings(ruleId, 1)).toMatchObject([
        { reason: { withUnhandled: true, isUnder: true, sessions: 1000, crashed: 11 } },
      ]);
    });

    it('tell only the latest news in one message', async () => {
      const { record, judge, tellChannel, tell } = await begin(openFresh);
      await tellChannel();
      await record('1.4.0', 1000, 100);
      await judge();
      await record('1.4.0', 19_000, 0);
      await judge(MINUTE_MS);
      expect(await tell(HOUR_MS)).toEqual([['recovered']]);
    });

    it('send messages apart from issues, at the begin and the end of an incident', async () => {
      const { record, recordIssues, judge, tellChannel, tell } = await begin(openFresh);
      await tellChannel();
      await record('1.4.0', 1000, 100);
      await judge();
      await recordIssues(1, 1, 0);
      expect(await tell(1000)).toEqual([['fell'], ['new']]);
      await record('1.4.0', 19_000, 0);
      await judge(MINUTE_MS);
      await recordIssues(2, 3, MINUTE_MS);
      expect(await tell(2 * MINUTE_MS)).toEqual([['recovered'], ['new', 'new']]);
    });

    it('are told even when the queue is full of issues', async () => {
      const { record, recordIssues, judge, tellChannel, tell } = await begin(openFresh);
      await tellChannel();
      await recordIssues(1, 450, 0);
      await record('1.4.0', 1000, 100);
      await judge();
      expect((await tell(1000))[0]).toEqual(['fell']);
    });

    it('judge the newest release in the list of releases', async () => {
      const { record, judge, listFired, stores } = await begin(openFresh);
      await record('1.3.0', 1000, 100, { atMs: NOON_MS - HOUR_MS });
      await record('1.2.0', 1000, 0);
      await judge();
      expect(await listFired()).toEqual([]);
      await stores.reportedReleases.upsert('1.3.0', { projectIds: [1], atMs: NOON_MS + 1 });
      await judge();
      expect(await listFired()).toEqual([['1.3.0', 'fell']]);
    });

    it('read the sessions of each project and window once for all rules', async () => {
      const { record, by, database, stores } = await begin(openFresh);
      await record('1.4.0', 1000, 0);
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

    it('count sessions in the hours and environments of the rule only', async () => {
      const { record, judge, listFired } = await begin(openFresh);
      await record('1.4.0', 1000, 100, { environment: 'staging' });
      await record('1.4.0', 1000, 100, { atMs: NOON_MS - 7 * HOUR_MS });
      await record('1.4.0', 1000, 10);
      await judge();
      expect(await listFired()).toEqual([]);
    });

    it('tell nothing while no release has enough sessions', async () => {
      const { record, judge, listFired } = await begin(openFresh);
      await record('1.4.0', 1000, 100);
      await judge();
      await judge(24 * HOUR_MS);
      expect(await listFired()).toEqual([['1.4.0', 'fell']]);
    });

    it('fire once when several relays judge at the same time', async () => {
      const { record, judge, listFired } = await begin(openFresh);
      await record('1.4.0', 1000, 100);
      await Promise.all([judge(), judge(), judge()]);
      expect(await listFired()).toEqual([['1.4.0', 'fell']]);
    });

    it('judge anew when their limit changes, and forget a fall when switched off', async () => {
      const { record, judge, listFired, change, db } = await begin(openFresh);
      await record('1.4.0', 1000, 100);
      await judge();
      await change({ crashFree: LIMIT, name: 'Another name' });
      await judge();
      expect(await listFired()).toHaveLength(1);
      await change({ crashFree: { ...LIMIT, percent: 95 } });
      await judge(MINUTE_MS);
      expect(await listFired()).toEqual([
        ['1.4.0', 'fell'],
        ['1.4.0', 'fell'],
      ]);
      await change({ crashFree: LIMIT, isEnabled: false });
      await judge(2 * MINUTE_MS);
      expect(await listFired()).toHaveLength(2);
      expect(await db.selectFrom('alert_crash_free').selectAll().execute()).toEqual([]);
    });

    it('leave no rows when they are removed, and are not judged in a deleted project', async () => {
      const { record, judge, db, by, ruleId, stores, listFired } = await begin(openFresh);
      await record('1.4.0', 1000, 100);
      await db.updateTable('projects').set({ deleted_at: NOON_MS }).execute();
      await judge();
      expect(await listFired()).toEqual([]);
      await db.updateTable('projects').set({ deleted_at: null }).execute();
      await judge();
      await stores.alertRules.remove(ruleId, by);
      expect(await db.selectFrom('alert_crash_free').selectAll().execute()).toEqual([]);
      expect(await db.selectFrom('alert_firings').selectAll().execute()).toEqual([]);
    });

    it('show the judged release in their preview and on their page', async () => {
      const { record, by, ruleId, stores } = await begin(openFresh);
      await record('1.4.0', 1000, 100);
      const judged = { release: '1.4.0', sessions: 1000, crashed: 100 };
      const rule = { ...defaultAlertRule, onNew: false, onRegressed: false, crashFree: LIMIT };
      expect(await stores.alertRules.preview(rule, by)).toMatchObject({ issueCount: 0, judged });
      const silence = { nowMs: NOON_MS, canMail: false };
      expect(await stores.alertRules.findSilence(ruleId, silence)).toMatchObject({ judged });
    });
  });
});
