import { describe, expect, it } from '@jest/globals';
import { defaultSpanSettings } from '#shared';
import { createIncomingReport } from '../../test/support/incoming-report.ts';
import { types } from '../../test/support/item-types.ts';
import { processReport } from './process-report.ts';
import {
  toProcessedReport,
  toReportInWork,
  toUnrecordedFailure,
  weighReport,
} from './report-in-work.ts';

const ID = 'a'.repeat(32);
const log = (at: number) => ({ timestamp: 1_767_614_400 + at * 60, level: 'info', body: 'x' });
const items = [
  ['event', { message: 'x' }],
  ['raw_security', { 'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'a:b' } }],
  ['attachment', 'abc'],
  ['feedback', { contexts: { feedback: { message: 'x' } } }],
  ['user_report', { comments: 'x' }],
  ['user_report', { comments: ' ' }],
  ['client_report', { discarded_events: [] }],
  ['check_in', { monitor_slug: 'nightly', status: 'ok' }],
  ['session', { sid: 'a' }],
  ['sessions', { aggregates: Array.from({ length: 11 }, () => ({ exited: 1 })) }],
  ['log', { items: [log(0), log(1), { level: 'info' }] }, 3],
  ['span', { items: [{}, {}] }, 2],
  ['transaction', { transaction: 'GET /' }],
  ['feedback', {}],
  ['replay_event', {}],
] as const;

async function make() {
  const body = items.map(([type, payload, count]) => {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
    return `${JSON.stringify({ type, length: text.length, item_count: count })}\n${text}\n`;
  });
  const sent = createIncomingReport({ eventId: ID, body: Buffer.from(`{}\n${body.join('')}`) });
  const spooled = { ...sent, origin: '0'.repeat(16), id: 1 };
  const spans = { ...defaultSpanSettings, taken: 'on', isLeftOut: () => false } as const;
  return toReportInWork(spooled, await processReport(spooled, { types, spans }));
}

const toLines = (outcomes: readonly { outcome: string; kind: string; quantity: number }[]) =>
  outcomes.map(({ outcome, kind, quantity }) => `${outcome} ${kind} ${quantity}`);

const whole = [
  'error 1',
  'security 1',
  'attachment 1',
  'feedback 1',
  'default 1',
  'monitor 1',
  'session 2',
  'log_item 3',
  'span 2',
  'transaction 1',
];

describe('a report with an item of each type', () => {
  it('has a list of each kind, and the outcomes of items that no recording step counts', async () => {
    const { events, outcomes, ...report } = toProcessedReport(await make());
    const lists = Object.entries(report).flatMap(([name, list]) =>
      Array.isArray(list) && name !== 'outcomesIfDeleted' ? `${name} ${list.length}` : [],
    );
    expect(lists).toEqual([
      'attachments 1',
      'feedback 2',
      'discards 1',
      'checkIns 1',
      'sessions 2',
      'logs 1',
      'spans 2',
    ]);
    expect(events).toHaveLength(2);
    expect(toLines(outcomes)).toEqual(['invalid default 1', 'stored internal 1']);
  });

  it('counts each item as filtered once its project is deleted', async () => {
    const { outcomesIfDeleted } = toProcessedReport(await make());
    expect(toLines(outcomesIfDeleted)).toEqual(whole.map((each) => `filtered ${each}`));
  });

  it('counts each item as failed when it cannot be recorded', async () => {
    const { outcomes } = toUnrecordedFailure(await make());
    expect(toLines(outcomes).toSorted()).toEqual(
      [
        ...[...whole, 'internal 1', 'feedback 1'].map((each) => `failed ${each}`),
        'invalid default 1',
      ].toSorted(),
    );
  });

  it('weighs as much as its items, or as its outcomes where these are more', async () => {
    const report = await make();
    // Two events, three texts and files, a check-in of 4, sessions of 1 and 2, logs of 2 minutes,
    // and two items of spans.
    expect(weighReport(report, [])).toBe(2 + 3 + 4 + 1 + 2 + 2 + 2);
    expect(weighReport(report, Array.from({ length: 50 }) as never)).toBe(50);
  });
});
