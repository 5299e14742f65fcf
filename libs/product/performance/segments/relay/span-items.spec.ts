import { describe, expect, it } from '@jest/globals';
import { compileLeftOut, createEventFilter, Hiding } from '#events';
import type { SpanItem } from '../store/span-item.ts';
import { defaultFilters, defaultPrivacy, defaultSpanSettings } from '#shared';
import type { ItemPlace } from '#product/recording/reports/relay';
import { readSpanItem } from './span-items.ts';

const RECEIVED_MS = Date.UTC(2026, 0, 5, 12);
const SEGMENT = 'a'.repeat(16);
const ended = (outcome: string, reason: string, quantity = 1) => ({ outcome, reason, quantity });

type Sent = Readonly<Record<string, unknown>> & { name?: string; id?: string; segment?: Named };
interface Named {
  readonly id: string;
  readonly name: string;
}

/** Makes a span of the second version: a segment, unless it names another one. */
function toSpan({ name = 'GET /orders/:id', id = SEGMENT, segment, ...attributes }: Sent) {
  const named = {
    'sentry.op': segment ? 'db' : 'http.server',
    'sentry.segment.id': segment?.id ?? id,
    'sentry.segment.name': segment?.name ?? name,
    ...attributes,
  };
  return {
    name,
    span_id: id,
    trace_id: 'c'.repeat(32),
    ...(segment ? { parent_span_id: segment.id } : {}),
    start_timestamp: RECEIVED_MS / 1000 - 2,
    end_timestamp: RECEIVED_MS / 1000 - 1.5,
    is_segment: segment === undefined,
    status: 'ok',
    attributes: Object.fromEntries(Object.entries(named).map(([key, value]) => [key, { value }])),
  };
}

const toTransaction = (name: string, more: object = {}) => ({
  transaction: name,
  start_timestamp: RECEIVED_MS / 1000 - 2,
  timestamp: RECEIVED_MS / 1000 - 1.5,
  contexts: { trace: { span_id: SEGMENT, trace_id: 'c'.repeat(32), op: 'http.server' } },
  spans: [],
  ...more,
});

const many = Array.from({ length: 20 }, (_, at) => `${at}`.padStart(16, 'd'));

const taking: Partial<ItemPlace> = {
  spans: { taken: 'on', isLeftOut: compileLeftOut(defaultSpanSettings.leftOut) },
};

function make(item: { type: string; fields?: object; payload: unknown }, place = taking) {
  const payload = Buffer.from(JSON.stringify(item.payload) ?? '');
  const report = { projectId: 1, receivedAtMs: RECEIVED_MS, contents: {} };
  const hiding = new Hiding();
  const fields: { item_count?: number } = item.fields ?? {};
  const claimed = fields.item_count || 1;
  const rest = { report, header: {}, item: 2, claimed, hiding, ...place } as never;
  return readSpanItem({ ...item, fields, payload } as never, rest);
}

function makeItem(item: Parameters<typeof make>[0], place?: Partial<ItemPlace>): SpanItem {
  const made = make(item, place && { ...taking, ...place });
  if (!('item' in made)) throw new Error(JSON.stringify(made));
  return made.item;
}

const toContainer = (items: readonly unknown[], count = items.length) => ({
  type: 'span',
  fields: { item_count: count },
  payload: { version: 2, items },
});

const child = (more: Sent = {}) =>
  toSpan({
    name: 'select 1',
    id: 'd'.repeat(16),
    segment: { id: SEGMENT, name: 'GET /orders/:id' },
    ...more,
  });

describe('readSpanItem', () => {
  it('counts the spans of a container as segments and operations', () => {
    const item = makeItem(toContainer([child(), toSpan({ 'sentry.release': 'shop@1' })]));
    expect(item).toMatchObject({
      projectId: 1,
      receivedAtMs: RECEIVED_MS,
      item: 2,
      content: expect.stringMatching(/^[\w-]{27}$/),
      kind: 'span',
      taken: 2,
      dropped: [],
      segments: [{ name: 'GET /orders/:id', release: 'shop@1', durationMs: 500 }],
      operations: [{ kind: 'db', segment: { name: 'GET /orders/:id' } }],
    });
  });

  it('counts as many spans as the header claims, since the rate limit has charged for those', () => {
    const { taken, dropped, segments } = makeItem(
      toContainer([toSpan({}), toSpan({}), child()], 1),
    );
    expect(segments).toHaveLength(1);
    expect(taken).toBe(1);
    expect(dropped).toEqual([{ outcome: 'invalid', reason: 'malformed', quantity: 2 }]);
  });

  it('counts a transaction as one item, whatever becomes of its spans', () => {
    const spans = [{ span_id: 'd'.repeat(16), op: 'db', description: 'select 1' }, 7];
    const payload = toTransaction('GET /orders/:id', { spans });
    const { kind, taken, dropped, segments } = makeItem({ type: 'transaction', payload });
    expect({ kind, taken, dropped }).toEqual({ kind: 'transaction', taken: 1, dropped: [] });
    expect(segments).toMatchObject([{ name: 'GET /orders/:id' }]);
  });

  it.each([
    ['a transaction', { type: 'transaction', payload: { ...toTransaction('GET /') } }],
    ['a container with a list of spans', toContainer(many.map((id) => toSpan({ id })))],
  ])('asks the filter once about %s, whatever segments its spans name', (_name, item) => {
    const spans = many.map((id) => ({ span_id: id, data: { 'sentry.segment.id': id } }));
    let asked = 0;
    const filter = () => {
      asked += 1;
      return undefined;
    };
    makeItem({ ...item, payload: { ...item.payload, spans } }, { filter });
    expect(asked).toBe(1);
  });

  const filter = createEventFilter({ ...defaultFilters, releases: ['bad@*'] });
  const crawler = { 'user_agent.original': 'Googlebot/2.1 (+http://www.google.com/bot.html)' };

  it.each<[string, SpanItem, number, readonly object[]]>([
    [
      'names that the project leaves out, with all beneath',
      makeItem(toContainer([toSpan({ name: 'GET /healthz' }), child()])),
      0,
      [ended('filtered', 'left_out', 2)],
    ],
    [
      'a transaction that the project leaves out',
      makeItem({ type: 'transaction', payload: toTransaction('healthz') }),
      0,
      [ended('filtered', 'left_out')],
    ],
    [
      'releases that the project filters',
      makeItem(toContainer([toSpan({ 'sentry.release': 'bad@1' }), child()]), { filter }),
      0,
      [ended('filtered', 'releases', 2)],
    ],
    [
      'pages that a crawler opened',
      makeItem(
        {
          ...toContainer([]),
          payload: { items: [toSpan(crawler)], ingest_settings: { infer_user_agent: 'auto' } },
        },
        { filter },
      ),
      0,
      [ended('filtered', 'crawlers')],
    ],
    [
      'the SDK’s own requests',
      makeItem(
        toContainer([
          toSpan({}),
          child({
            'sentry.op': 'http.client',
            'http.request.method': 'POST',
            'url.full': 'http://errata.example:3001/api/1/envelope/?sentry_key=a',
          }),
        ]),
      ),
      1,
      [ended('filtered', 'own_sending')],
    ],
    [
      'spans without ids or times, and those that the header claims alone',
      makeItem(toContainer([toSpan({}), {}, 7], 5)),
      1,
      [ended('invalid', 'malformed', 4)],
    ],
    [
      'a transaction without ids or times',
      makeItem({ type: 'transaction', payload: {} }),
      0,
      [ended('invalid', 'malformed')],
    ],
  ])('drops and counts %s', (_, { taken, dropped, segments }, count, endings) => {
    expect({ taken, dropped }).toEqual({ taken: count, dropped: endings });
    expect(segments).toHaveLength(count);
  });

  it.each(['off', 'asked'] as const)('only numbers the spans of a project that is %s', (taken) => {
    const spans = { taken, isLeftOut: () => false };
    expect(makeItem(toContainer([toSpan({})], 30), { spans })).toMatchObject({
      taken: 0,
      segments: [],
      dropped: [ended('filtered', 'no_spans', 30)],
    });
  });

  it('hides the secrets of names', () => {
    const hiding = new Hiding({ ...defaultPrivacy, secretNames: ['customer no'] });
    const segment = { id: SEGMENT, name: 'mail customer_no=hunter' };
    const release = 'customer_no=hunter';
    const sent = [
      toSpan({ name: segment.name, 'sentry.release': release }),
      child({ segment, 'sentry.release': release }),
    ];
    const { segments, operations } = makeItem(toContainer(sent), { hiding });
    const hidden = { name: 'mail customer_no=[Filtered]', release: 'customer_no=[Filtered]' };
    expect(segments).toMatchObject([hidden]);
    expect(operations).toMatchObject([{ segment: { name: hidden.name }, release: hidden.release }]);
  });

  it.each([
    ['span', { item_count: 2 }, { items: 'none' }, 'no list of spans'],
    ['transaction', {}, undefined, 'not JSON'],
  ])('refuses an item %s with %j that is %j', (type, fields, payload, reason) => {
    expect(make({ type, fields, payload })).toMatchObject({
      ok: false,
      reason: expect.stringContaining(reason),
    });
  });
});
