import { describe, expect, it } from '@jest/globals';
import { countSpans } from './count-spans.ts';
import { isOwnSending } from './own-sending.ts';
import { readSpans } from './read-spans.ts';
import { SegmentMemory } from './segment-memory.ts';

const NOW = Date.UTC(2026, 10, 29, 12);
const receipt = { receivedAtMs: NOW };
const toId = (number: number) => number.toString(16).padStart(16, '0');

function makeSpan(number: number, attributes: Record<string, unknown> = {}, more: object = {}) {
  return {
    span_id: toId(number),
    trace_id: 'a'.repeat(32),
    start_timestamp: NOW / 1000 - 1,
    end_timestamp: NOW / 1000,
    attributes,
    ...more,
  };
}

const read = (...items: readonly unknown[]) => readSpans({ items }, 'container', receipt);

const beneath = { 'sentry.segment.id': toId(1), 'sentry.segment.name': '/orders/17' };
const asked = { 'sentry.op': 'http.server', 'http.request.method': { value: 'POST' } };
const segment = makeSpan(1, asked, { name: '/orders/17', is_segment: true });
const call = (number: number, op: string, more: object = {}) =>
  makeSpan(number, { ...beneath, 'sentry.op': op }, more);

describe('readSpans', () => {
  it.each([
    ['ok', undefined, 200, 'ok'],
    ['error', undefined, 200, 'failed'],
    ['ok', undefined, 503, 'failed'],
    ['error', 'not_found', 404, 'ok'],
    ['error', undefined, 404, 'ok'],
    ['error', 'cancelled', undefined, 'cancelled'],
    ['ok', undefined, 499, 'cancelled'],
    ['deadline_exceeded', undefined, undefined, 'failed'],
    [null, undefined, undefined, 'ok'],
  ])('status %s with message %s and code %s means %s', (status, message, code, expected) => {
    const told = { 'sentry.status.message': message, 'http.response.status_code': code };
    expect(read(makeSpan(1, told, { status })).spans[0]!.status).toBe(expected);
  });

  it.each([
    ['documentHidden', 'cancelled'],
    ['cancelled', 'ok'],
  ])('a page load that ended by %s is %s', (reason, status) => {
    const told = { 'sentry.idle_span_finish_reason': reason };
    expect(read(makeSpan(1, told, { status: 'ok' })).spans[0]!.status).toBe(status);
  });

  it.each([
    [1795867728.1037397, 1795867728.105543, 1.803],
    ['2026-11-28T12:14:42.714417Z', '2026-11-28T12:14:43.919701Z', 1205.284],
    ['2026-11-28T12:17:48.795860908Z', '2026-11-28T14:17:48.801971034+02:00', 6.11],
    [1795868268.798942, '2026-11-28T12:17:48.801682789Z', 2.741],
    [1795868269, 1795868268, 0],
    [1000000000, 1795868268, 86_400_000],
  ])('a span from %s to %s takes %d ms', (start, end, ms) => {
    const span = makeSpan(1, {}, { start_timestamp: start, end_timestamp: end });
    expect(read(span).spans[0]!.durationMs).toBeCloseTo(ms, 2);
  });

  it('corrects the clock of a sender, and replaces a time that is far off', () => {
    const sentAtMs = NOW + 7_200_000;
    const late = { start_timestamp: sentAtMs / 1000, end_timestamp: sentAtMs / 1000 };
    const items = [makeSpan(1, {}, late), makeSpan(2, {}, { end_timestamp: 9e9 })];
    const { spans } = readSpans({ items }, 'container', { receivedAtMs: NOW, sentAtMs });
    expect(spans.map(({ atMs }) => atMs)).toEqual([NOW, NOW]);
  });

  it.each([
    [{ 'sentry.sample_rate': 0.25 }, '1', 4],
    [{}, '0.5', 2],
    [{}, 1e-300, 10_000],
    [{}, [[[1]]], 1],
  ])('attributes %j and a rate of %j stand for %d spans', (attributes, traceSampleRate, weight) => {
    const items = [makeSpan(1, attributes)];
    const { spans } = readSpans({ items }, 'container', { ...receipt, traceSampleRate });
    expect(spans[0]!.weight).toBe(weight);
  });

  it('counts what is no span, and throws for no JSON', () => {
    const deep = JSON.parse(`${'[{"a":'.repeat(900)}1${'}]'.repeat(900)}`) as unknown;
    const odd = JSON.parse('{"__proto__": {"span_id": 1}, "constructor": []}') as unknown;
    const items = [null, 1, 'x', [], {}, odd, deep, makeSpan(3, {}, { span_id: 'x' })];
    const wrong = { name: deep, op: deep, attributes: deep, status: odd, parent_span_id: 7 };
    const told = { 'sentry.op': 'db', 'db.system': odd, 'sentry.sample_rate': deep };
    const spans = [makeSpan(2, {}, wrong), makeSpan(4, told)];
    expect(read(...items, ...spans)).toMatchObject({ sent: 10, malformed: 8 });
    expect(countSpans(read(...spans).spans, { projectId: 1 }).leftOut).toBe(0);
    for (const each of items) {
      for (const form of ['container', 'transaction', 'span'] as const) {
        for (const payload of [each, { items: each, spans: each, contexts: each }]) {
          expect(readSpans(payload, form, receipt).spans).toEqual([]);
        }
      }
    }
    const many = Array.from({ length: 1200 }, (_, number) => makeSpan(number));
    expect(read(...many)).toMatchObject({ sent: 1200, malformed: 200 });
  });
});

describe('countSpans', () => {
  it('counts calls once, without calls of other kinds beneath them', () => {
    const half = { start_timestamp: NOW / 1000 - 0.25 };
    const { spans } = read(
      segment,
      call(2, 'template.render', { parent_span_id: toId(1), name: 'a.html' }),
      call(3, 'function', { parent_span_id: toId(2), name: 'f' }),
      call(4, 'db', { parent_span_id: toId(3), name: 'select 1', status: 'error', ...half }),
      call(5, 'db', { parent_span_id: toId(4), name: 'connect' }),
      call(6, 'db.redis', { parent_span_id: toId(6), name: 'GET user:ann' }),
      call(7, 'cache.get', { parent_span_id: toId(8), name: 'user:ann' }),
      call(8, 'middleware', { parent_span_id: toId(7), name: 'auth' }),
      call(9, 'gen_ai.chat', { name: 'chat ann' }),
    );
    const { segments, operations } = countSpans(spans, { projectId: 1 });
    expect(segments).toMatchObject([{ kind: 'request', name: 'POST /orders/{id}' }]);
    expect(operations.map((each) => [each.name, each.durationsMs, each.failed])).toEqual([
      ['a.html', [750], 0],
      ['select ?', [250], 1],
      ['GET', [1000], 0],
      ['cache.get', [1000], 0],
    ]);
  });

  it('names the segment of spans in a later item by its id, and guesses others', () => {
    const memory = new SegmentMemory();
    const find = (projectId: number, id = toId(1)) => {
      const span = call(2, 'db', { name: 'select 1' });
      const other = { ...span, attributes: { ...span.attributes, 'sentry.segment.id': id } };
      return countSpans(read(other).spans, { memory, projectId }).operations[0]!.segment;
    };
    const guess = { kind: 'request', name: '/orders/{id}', isGuess: true };
    expect(find(1)).toEqual(guess);
    countSpans(read(segment).spans, { memory, projectId: 1 });
    expect([find(2), find(1, toId(9))]).toEqual([guess, guess]);
    expect(find(1)).toEqual({ kind: 'request', name: 'POST /orders/{id}', isAddress: true });
  });

  it('forgets segments of the project that has most', () => {
    const memory = new SegmentMemory(4);
    const name = { kind: 'request', name: '/', isAddress: false } as const;
    memory.remember(1, 'own', name);
    for (const id of ['a', 'b', 'c', 'd', 'e', 'e']) memory.remember(2, id, name);
    expect(['a', 'b', 'c', 'd', 'e'].filter((id) => memory.find(2, id))).toEqual(['c', 'd', 'e']);
    expect(memory.find(1, 'own')).toEqual(name);
  });

  it('leaves out segments by rule, with the spans beneath them', () => {
    const { spans } = read(segment, call(2, 'db', { name: 'select 1' }), makeSpan(3));
    const counts = countSpans(spans, { projectId: 1, isLeftOut: (name) => name.endsWith('/{id}') });
    expect(counts).toEqual({ leftOut: 2, segments: [], operations: [] });
  });

  it('names a request by its path, when the sender tells the whole URL', () => {
    const { spans } = read({ ...segment, name: 'http://shop.example/orders/17' });
    expect(countSpans(spans, { projectId: 1 }).segments[0]!.name).toBe('POST /orders/{id}');
  });
});

describe('isOwnSending', () => {
  it.each([
    ['https://errata.example.org/api/4/orders/', 'sentry-sdk.BackgroundWorker', false],
    ['http://127.0.0.1:43010/api/4/envelope/', 'sentry-sdk.BackgroundWorker', true],
    ['http://127.0.0.1:43010/api/4/envelope/?sentry_key=a', 'MainThread', true],
    ['http://127.0.0.1:43010/api/4/envelope/', 'MainThread', false],
  ])('%s by %s: %s', (address, thread, isOwn) => {
    const facts = { 'url.full': address, 'thread.name': thread, 'http.request.method': 'POST' };
    const [span] = read(makeSpan(2, facts)).spans;
    expect(isOwnSending(span!)).toBe(isOwn);
  });
});
