import { describe, expect, it } from '@jest/globals';
import { createEventFilter, type EventFilter } from '#events';
import { encodePayload, type JsonPieces } from '#product/recording/reports';
import { defaultFilters, filterSwitches } from '#shared';
import { createIncomingReport } from '../../test/support/incoming-report.ts';
import { types } from '../../test/support/item-types.ts';
import { createRandom } from '../../../../test/support/random.ts';
import type { SpooledReport } from '../spool/ports/spool-queue.ts';
import { processReport as processWith, type ProcessReportOptions } from './process-report.ts';

const processReport = (report: SpooledReport, options: Partial<ProcessReportOptions> = {}) =>
  processWith(report, { types, ...options });

function createReport(events: readonly string[]): SpooledReport {
  const items = events.map((payload) => `{"type":"event"}\n${payload}\n`);
  const body = Buffer.from(`{"event_id":"${'a'.repeat(32)}"}\n${items.join('')}`);
  const eventId = 'a'.repeat(32);
  return { ...createIncomingReport({ eventId, body }), origin: '0'.repeat(16), id: 1 };
}

const FIELDS = `
exception values type value module mechanism handled stacktrace frames function filename abs_path
lineno colno in_app context_line pre_context post_context vars threads crashed current breadcrumbs
timestamp category level message data tags user id email ip_address request url query_string
headers contexts trace trace_id extra fingerprint sdk name version logentry formatted params
logger transaction release environment platform event_id __proto__ constructor toString length
`
  .trim()
  .split(/\s+/);
const STRANGE = [
  [null, true, false, 0, -1, 1.5, 2 ** 53, 'HUGE', 'DEEP'],
  ['', 'x', ' ', '\u0000', '\ud800', '%s %(a)s', '{{ default }}', 'x'.repeat(10_000)],
  ['2026-01-05T12:00:00', '12', 'a'.repeat(32), '__proto__'],
  [[], {}, [[]], [{}], [null], { length: -1 }, { values: null }, { frames: [[null]] }],
].flat();
const DEEP = [5, 10, 15, 20, 25, 30, 35, 40, 100, 20_000].map(
  (depth) => '['.repeat(depth) + ']'.repeat(depth),
);

async function storeOf(event: string): Promise<string> {
  let json = '';
  const encode = (pieces: JsonPieces) => {
    json = pieces.map(String).join('');
    return encodePayload(pieces);
  };
  await processReport(createReport([event]), { encode });
  return json;
}

function askAll(): EventFilter {
  const on = Object.fromEntries(filterSwitches.map((name) => [name, true]));
  const filter = createEventFilter({ ...defaultFilters, ...on, networks: ['10.0.0.0/8'] });
  const lists = createEventFilter({
    ...defaultFilters,
    messages: ['*?never*'],
    releases: ['never'],
    environments: ['n?ver'],
  });
  return (event) => {
    filter(event, '10.0.0.1');
    lists(event);
    return undefined;
  };
}

describe('processReport', () => {
  it('keeps equal event ids, so that duplicates show, and makes an id where none is', async () => {
    const id = 'b'.repeat(32);
    const own = `{"event_id":"${id}"}`;
    const told = `{"event_id":"${'a'.repeat(32)}"}`;
    const processed = await processReport(createReport([told, told, own, own, '{}', '{}']));
    const ids = processed.events.map(({ event }) => event.eventId);
    expect(ids.slice(0, 4)).toEqual(['a'.repeat(32), 'a'.repeat(32), id, id]);
    expect(new Set(ids).size).toBe(4);
    expect(ids.at(-1)).toMatch(/^[0-9a-f]{32}$/);
  });

  it('makes events of the good items, and says what is wrong with the others', async () => {
    const { events, problems } = await processReport(
      createReport(['{"a":nope}', '{}', '[]', '{}']),
    );
    expect(events).toHaveLength(2);
    expect(problems).toEqual([
      { kind: 'error', item: 0, reason: expect.stringMatching(/^The event is not JSON: /) },
      { kind: 'error', item: 2, reason: 'The event is not a JSON object.' },
    ]);
  });

  it('repeats only the failed items of a retried report, with the same ids', async () => {
    const payloads = ['{}', '{"a":nope}', `{"event_id":"${'b'.repeat(32)}"}`, '{}'];
    const report = createReport(payloads);
    const contents = { kept: { error: 2 }, filtered: {}, items: [1, 2] };
    const { events, problems } = await processReport({ ...report, contents });
    expect(events.map(({ event }) => event.eventId)).toEqual(['b'.repeat(32)]);
    expect(problems).toMatchObject([{ item: 1 }]);
  });

  it('hides literals of code before grouping, so that two passwords make one issue', async () => {
    const toPayload = (password: string) => {
      const line = `connect("app", password="${password}")`;
      const frame = { function: 'f', filename: 'a.py', in_app: true, context_line: line };
      const value = { type: 'E', value: 'x', stacktrace: { frames: [frame] } };
      return JSON.stringify({ platform: 'python', exception: { values: [value] } });
    };
    const { events } = await processReport(createReport(['hush-1', 'hush-2'].map(toPayload)));
    const [one, other] = events.map(({ grouping }) => grouping);
    expect(one).toEqual(other);
    expect(JSON.stringify(one)).not.toContain('hush');
  });

  it('makes nothing of filtered events and their attachments, and names the filter', async () => {
    const file = '{"type":"attachment","length":3}\nabc\n';
    const body = (...messages: readonly string[]) => {
      const items = messages.map((message) => `{"type":"event"}\n{"message":"${message}"}\n`);
      return Buffer.from(`{}\n${items.join('')}${file}`);
    };
    const filter: EventFilter = ({ message }, address) =>
      message === 'noise' && address === '10.0.0.7' ? 'noise' : undefined;
    const made = (...messages: readonly string[]) =>
      processReport(
        { ...createReport([]), senderAddress: '10.0.0.7', body: body(...messages) },
        { filter },
      );
    const noise = { by: 'noise', kind: 'error' };
    const first = await made('noise', 'real');
    expect(first.filtered).toEqual([noise, { ...noise, kind: 'attachment' }]);
    expect([first.events.length, first.items.length]).toEqual([1, 0]);
    const second = await made('real', 'noise');
    expect(second.filtered).toEqual([noise]);
    expect([second.events.length, second.items.length]).toEqual([1, 1]);
  });

  it('refuses an event that is nested too deep, with a reason and without an error', async () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    const withValue = (value: string): string => `{"exception":{"type":"Error","value":${value}}}`;
    const events = [withValue(nested(6000)), withValue(nested(300_000)), `{"a":${nested(64)}}`];
    const processed = await processReport(createReport([...events, withValue(nested(62))]));
    const tooDeep = { kind: 'error', reason: 'The event is nested deeper than 64 levels.' };
    const atPlaces = [0, 1, 2].map((item) => ({ ...tooDeep, item }));
    expect(processed.problems).toEqual(atPlaces);
    expect(processed.events).toHaveLength(1);
  });

  it('meets no error with random values in any field', async () => {
    const random = createRandom(20_260_105);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const make = (depth: number): unknown => {
      if (depth === 0 || random() < 0.3) return pick(STRANGE);
      const width = Math.floor(random() * 4);
      if (random() < 0.4) return Array.from({ length: width }, () => make(depth - 1));
      return Object.fromEntries(
        Array.from({ length: width }, () => [pick(FIELDS), make(depth - 1)]),
      );
    };
    let events = 0;
    for (let round = 0; round < 40; round += 1) {
      const payloads = Array.from({ length: 20 }, () => {
        const event = Object.fromEntries(FIELDS.map((field) => [field, make(6)]));
        return JSON.stringify(event).replaceAll('"DEEP"', pick(DEEP)).replaceAll('"HUGE"', '1e999');
      });
      const report = createReport(payloads);
      const { events: made, problems } = await processReport(report, { filter: askAll() });
      expect(problems.filter(({ error }) => error !== undefined)).toEqual([]);
      events += made.length;
    }
    // Guards against a test that tries nothing, because all events exceed the depth.
    expect(events).toBeGreaterThan(400);
  });

  it('refuses an item with too many values or fields, without parsing it', async () => {
    const values = (sign: string) => `{"a":[${sign}${`,${sign}`.repeat(500_000)}]}`;
    const text = JSON.stringify({ a: '{,['.repeat(500_000) });
    const fields = `{"extra":{"a":0${',"a":0'.repeat(50_000)}}}`;
    const processed = await processReport(createReport([values('{}'), values('""'), fields, text]));
    const reasons = ['500000 values', '500000 values', '50000 fields'];
    expect(processed.problems).toEqual(
      reasons.map((most, item) => ({
        kind: 'error',
        item,
        reason: `The event has more than ${most}.`,
      })),
    );
    expect(processed.events).toHaveLength(1);
  });

  it.each([
    ['a field', '{"password":"hush","message":"x","password":""}'],
    ['a field within another', '{"extra":{"list":[{"token" : "hush","token":1}]}}'],
    ['an object', '{"user":{"password":"hush"},"user":{"id":"1"}}'],
    [
      'a field of a body',
      String.raw`{"request":{"data":"{\u0022a\u0022:\u0022hush\u0022,\u0022a\u0022:1}"}}`,
    ],
  ])('stores only the last of %s that has one name twice', async (_, event) => {
    expect(await storeOf(event)).not.toContain('hush');
  });

  it('stores an event without secrets as it was sent', async () => {
    const sent = '{ "message": "a: \\"b\\"", "extra": {"a":[{"b" :1.0}]} }';
    expect(await storeOf(sent)).toContain(sent);
  });

  it('cuts an event that is too large without its strings to its bound', async () => {
    const event = { message: 'x', extra: Array.from({ length: 400_000 }, () => 777) };
    expect(JSON.parse(await storeOf(JSON.stringify(event)))).toMatchObject({
      meta: { cut: ['extra: all 1600001 bytes left out'] },
      event: { message: 'x' },
    });
  });

  it('keeps the good events when one cannot be encoded', async () => {
    const encode = (pieces: JsonPieces) => {
      if (Buffer.from(pieces[1]!).includes('poison')) throw new RangeError('Too long.');
      return encodePayload(pieces);
    };
    const report = createReport(['{"message":"a"}', '{"logger":"poison"}', '{"message":"b"}']);
    const { events, problems } = await processReport(report, { encode });
    expect(events.map(({ grouping }) => grouping.value)).toEqual(['a', 'b']);
    expect(problems).toEqual([
      {
        kind: 'error',
        item: 1,
        reason: 'Processing failed: Too long.',
        error: expect.any(RangeError),
      },
    ]);
  });

  it('lets the event loop turn between the events of a large report', async () => {
    const frames = Array.from({ length: 200 }, (_, line) => ({ filename: `app/${line}.js` }));
    const event = JSON.stringify({ exception: { type: 'Error', stacktrace: { frames } } });
    const report = createReport(Array.from({ length: 100 }, () => event));
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    await processReport(report);
    isDone = true;
    expect(turns).toBeGreaterThan(3);
  });
});
