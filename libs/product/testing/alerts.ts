import { expect } from '@jest/globals';
import { kyselyOf } from '#persistence/testing';
import type { DueAlert } from '#product/alerting/alerts';
import { defaultAlertRule } from '#product/alerting/alerts/rules';
import type { AlertRule } from '#product/alerting/alerts/rules';
import type { AlertDelivery } from '#product/alerting/channels/rules';
import type { EachDatabase } from './on-each-database.ts';
import { openTriage } from './triage.ts';
import { NOON_MS } from './times.ts';

export const CHANNEL = { channels: [1], toMembers: false };
const OWN_CHANNEL = {
  project_id: 1,
  kind: 'webhook',
  name: 'Hook',
  hint: '',
  settings: Buffer.alloc(1),
  gone_at: null,
  gone_reason: null,
  created_at: 0,
} as const;

/** Opens a project past its first hour, whose first rule tells the first of three channels. */
export async function openAlerts(
  openFresh: EachDatabase['openFresh'],
  rule: Partial<AlertRule> = {},
) {
  const opened = await openTriage(openFresh);
  const { stores, database } = opened;
  const { alertRules } = stores;
  const db = kyselyOf(database);
  await db.updateTable('projects').set({ created_at: 0 }).execute();
  await db
    .insertInto('channels')
    .values(['a', 'b', 'c'].map((seal) => ({ ...OWN_CHANNEL, seal })))
    .execute();
  const by = { projectId: 1, byUserId: 1, nowMs: NOON_MS };
  const ruleId = (await alertRules.list(1))[0]!.id;
  const setRule = async (changed: Partial<AlertRule>) => {
    const before = (await alertRules.find(1, ruleId))!;
    const result = await alertRules.change(
      before,
      { ...defaultAlertRule, ...CHANNEL, ...changed },
      by,
    );
    expect(result).toMatchObject({ outcome: 'changed' });
  };
  await setRule(rule);
  const listFired = async () =>
    (await alertRules.listFirings(ruleId, 99))
      .toReversed()
      .map(({ issue, reason }) => [issue?.id ?? null, reason.kind]);
  const [faults, sent]: [string[], AlertDelivery[]] = [[], []];
  const tell = async (
    afterNoonMs: number,
    { canMail = true, alerts = stores.alerts, failsFor = 0, isAway = false } = {},
  ) => {
    const nowMs = NOON_MS + afterNoonMs;
    const told: DueAlert[] = [];
    while (await alerts.spread({ nowMs, canMail })) continue;
    const sending = {
      nowMs,
      canMail,
      toUnsubscribe: (token: string) => `https://errata/${token}`,
      compose: (alert: DueAlert) => {
        if (alert.firings.some(({ issue }) => issue?.id === failsFor)) throw new Error('odd');
        told.push(alert);
        return { id: alert.id } as AlertDelivery['message'];
      },
      onFault: (destination: string) => void faults.push(destination),
    };
    while (await alerts.sendNext(sending)) continue;
    if (!isAway) sent.push(...(await settle()));
    return told;
  };
  /** Counts the messages of the outbox as sent. */
  const settle = async () => {
    const rows = await db.deleteFrom('outbox').returning(['id', 'body']).execute();
    rows.sort((a, b) => a.id - b.id);
    return rows.map(({ body }) => JSON.parse(body) as AlertDelivery);
  };
  const listDeliveries = async () => [...sent, ...(await settle())];
  return { ...opened, db, by, setRule, listFired, tell, faults, listDeliveries, ruleId };
}
