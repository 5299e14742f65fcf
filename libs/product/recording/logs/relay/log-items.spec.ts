import { describe, expect, it } from '@jest/globals';
import { createEventFilter, Hiding } from '#events';
import { defaultFilters, defaultPrivacy, type LogSettings, logLimits } from '#shared';
import type { LogItem } from '../store/log-item.ts';
import type { ItemPlace } from '#product/recording/reports/relay';
import { readLogs } from './log-items.ts';

const RECEIVED_MS = Date.UTC(2026, 0, 5, 12);
const TRACE = 'a'.repeat(32);
const toIso = (byMs: number) => new Date(RECEIVED_MS + byMs).toISOString();

function make(
  items: unknown,
  place: Partial<ItemPlace> = {},
  count = Array.isArray(items) ? items.length : undefined,
) {
  const payload = Buffer.from(JSON.stringify({ version: 2, items }));
  const report = { projectId: 1, receivedAtMs: RECEIVED_MS, contents: {} };
  const item = { type: 'log', payload } as never;
  const at = { report, header: { sentAt: undefined }, item: 2, claimed: count ?? 1 };
  return readLogs(item, { ...at, hiding: new Hiding(), ...place } as never);
}

function makeItem(items: unknown, place: Partial<ItemPlace> = {}): LogItem {
  const made = make(items, place);
  if (!('item' in made)) throw new Error(JSON.stringify(made));
  return made.item;
}

const keeping = (logs: Partial<LogSettings>): Partial<ItemPlace> => ({
  logs: { days: 7, level: 'trace', ...logs },
});

describe('readLogs', () => {
  it('reads a log as SDKs send it', () => {
    const sent = {
      timestamp: RECEIVED_MS / 1000 - 1.5,
      level: 'warn',
      body: 'User ann paid 12.5',
      trace_id: TRACE,
      severity_number: 13,
      attributes: {
        cart: { value: 3, type: 'integer' },
        ok: { value: true, type: 'boolean' },
        list: { value: [1, 2], type: 'array' },
        nothing: { value: null },
        'sentry.release': { value: 'shop@1', type: 'string' },
        'sentry.trace.parent_span_id': { value: 'b'.repeat(16), type: 'string' },
      },
    };
    expect(makeItem([sent])).toEqual({
      projectId: 1,
      receivedAtMs: RECEIVED_MS,
      item: 2,
      content: expect.stringMatching(/^[\w-]{27}$/),
      dropped: [],
      logs: [
        {
          atMs: RECEIVED_MS - 1500,
          saidMs: RECEIVED_MS - 1500,
          level: 'warn',
          body: 'User ann paid 12.5',
          traceId: TRACE,
          spanId: 'b'.repeat(16),
          attributes: {
            cart: 3,
            ok: true,
            list: '[1,2]',
            'sentry.release': 'shop@1',
            'sentry.trace.parent_span_id': 'b'.repeat(16),
          },
        },
      ],
    });
  });

  it.each([
    ['a clock that is right', -50, [-1100, -100], [-1100, -100]],
    ['a clock that is 5 min ahead', 300_000, [298_900, 299_900], [-1100, -100]],
    ['a clock that is 2 h behind', -7_200_000, [-7_200_100], [-100]],
    ['a delay of 10 s', -10_000, [-11_000], [-11_000]],
    ['no time of sending', undefined, [-60_000, -1000], [-60_000, -1000]],
    ['no time of sending, a clock ahead', undefined, [295_000, 296_000], [-5000, -4000]],
    ['no time of sending, logs of 9 s', undefined, [291_000, 300_000], [-9000, 0]],
  ])('corrects the times of an item: %s', (_what, sentMs, said, kept) => {
    const sentAt = sentMs === undefined ? undefined : toIso(sentMs);
    const sent = said.map((ms) => ({ timestamp: (RECEIVED_MS + ms) / 1000, body: 'a' }));
    const { logs } = makeItem(sent, { header: sentAt === undefined ? {} : { sentAt } });
    expect(logs.map(({ atMs }) => atMs - RECEIVED_MS)).toEqual(kept);
    const told = said.map((ms) => (sentMs === undefined ? RECEIVED_MS + ms : undefined));
    expect(logs.map(({ saidMs }) => saidMs)).toEqual(told);
  });

  it.each([
    ['ahead', -300_000, 299_000, -1000],
    ['behind, or logs that waited', 300_000, -310_000, -10_000],
    ['right, unlike that of another sender', -300_000, -4000, -4000],
    ['ahead, with a timer that agrees', -299_500, 295_400, -5000],
    ['ahead, unlike that of another sender', 5, 299_000, -5000],
    ['ahead, though that of another sender is behind', 300_000, 60_000, -5000],
    ['right, though that of another is ahead, and its logs waited', -600_000, -30_000, -30_000],
    ['right, though that of another is behind, and its logs waited', 600_000, -30_000, -30_000],
  ])(
    'corrects logs by what is known of their sender, whose clock is %s',
    (_, correctionMs, said, at) => {
      const contents = { correctionMs };
      const report = { projectId: 1, receivedAtMs: RECEIVED_MS, contents } as ItemPlace['report'];
      const sent = [{ timestamp: (RECEIVED_MS + said) / 1000, body: 'a' }];
      expect(makeItem(sent, { report }).logs[0]!.atMs - RECEIVED_MS).toBe(at);
    },
  );

  it('takes a full item without the time of its sending for one sent with its last log', () => {
    const times = Array.from({ length: 100 }, (_, n) => 60_000 + n);
    const sent = times.map((ms) => ({ timestamp: (RECEIVED_MS + ms) / 1000, body: 'a' }));
    expect(makeItem(sent).logs.at(-1)?.atMs).toBe(RECEIVED_MS);
  });

  it.each([{ trace_id: 'x' }, { timestamp: undefined }, { timestamp: 'soon' }])(
    'gives no hash when another log may have the same bytes: %j',
    (lack) => {
      const sent = { timestamp: RECEIVED_MS / 1000, trace_id: TRACE, body: 'beat' };
      expect(makeItem([sent]).content).toBeDefined();
      expect(makeItem([sent, { ...sent, ...lack }]).content).toBeUndefined();
    },
  );

  it.each([
    [{ level: 'Warning' }, 'warn'],
    [{ level: 'critical' }, 'fatal'],
    [{ severity_number: 1 }, 'trace'],
    [{ level: 'loud', severity_number: 12 }, 'info'],
    [{ level: 'constructor' }, 'info'],
    [{ severity_number: 24 }, 'fatal'],
    [{ severity_number: 25 }, 'info'],
    [{}, 'info'],
  ])('reads the level of %j as %s', (sent, level) => {
    expect(makeItem([{ body: 'a', ...sent }]).logs[0]?.level).toBe(level);
  });

  it('hides secrets in texts and attributes, and network addresses as the project chose', () => {
    const sent = {
      body: 'login with password=hunter2',
      attributes: {
        api_key: { value: 'abc' },
        'client.address': { value: '203.0.113.7' },
        'user.id': { value: '7' },
      },
    };
    const hiding = new Hiding({ ...defaultPrivacy, addresses: 'drop' });
    expect(makeItem([sent], { hiding }).logs[0]).toMatchObject({
      body: 'login with password=[Filtered]',
      attributes: { api_key: '[Filtered]', 'user.id': '7' },
    });
    expect(makeItem([sent], { hiding }).logs[0]?.attributes).not.toHaveProperty('client.address');
  });

  it.each([
    ['login from 198.51.100.4 (203.0.113.7).', 'login from 198.51.100.0 (203.0.113.0).'],
    ['ip:198.51.100.4, [2001:db8:85a3:8d3::7]', 'ip:198.51.100.0, [2001:db8:85a3::]'],
    ['10.0.0.5:5432 and 127.0.0.1 refuse', '10.0.0.5:5432 and 127.0.0.1 refuse'],
    ['172.20.0.5, 192.168.1.2, 4.8.0.1', '172.20.0.5, 192.168.1.2, 4.8.0.1'],
    ['GET http://198.51.100.4/ by Shop/15.1.2.3', 'GET http://198.51.100.4/ by Shop/15.1.2.3'],
    ['v15.1.2.3, version 15.1.2.3, std::ab::cd', 'v15.1.2.3, version 15.1.2.3, std::ab::cd'],
  ])('shortens addresses of people in the text %j', (body, left) => {
    const attributes = {
      'client.address': '203.0.113.7',
      seen: '203.0.113.7',
      peer: '198.51.100.4',
    };
    expect(makeItem([{ body, attributes }]).logs[0]).toMatchObject({
      body: left,
      attributes: { 'client.address': '203.0.113.0', seen: '203.0.113.0', peer: '198.51.100.4' },
    });
  });

  it('hides secrets within objects, and those that the longest text would cut', () => {
    const filler = 'x '.repeat(logLimits.bodyLength / 2 - 10);
    const sent = {
      body: `${filler}password=hunter2hunter2`,
      attributes: { user: { value: { password: 'hunter2' } } },
    };
    const [log] = makeItem([sent]).logs;
    expect(JSON.stringify(log)).not.toContain('hunter');
  });

  it('counts entries that are no logs, and keeps the others', () => {
    const { logs, dropped } = makeItem([{ body: 'good' }, { body: '' }, 7, null, { body: {} }]);
    expect(logs.map(({ body }) => body)).toEqual(['good']);
    expect(dropped).toEqual([{ outcome: 'invalid', reason: 'malformed', quantity: 4 }]);
  });

  it.each([
    ['fewer', 3, ['a', 'b']],
    ['more', 1, ['a']],
  ])('keeps no log beyond the number in its header when it has %s', (_, count, kept) => {
    const made = make([{ body: 'a' }, { body: 'b' }], {}, count) as { item: LogItem };
    expect(made.item.logs.map(({ body }) => body)).toEqual(kept);
    expect(made.item.dropped).toEqual([{ outcome: 'invalid', reason: 'malformed', quantity: 1 }]);
  });

  it('keeps the levels that the project keeps, and none when it keeps no logs', () => {
    const sent = ['trace', 'info', 'warn', 'fatal'].map((level) => ({ level, body: level }));
    const { logs, dropped } = makeItem(sent, keeping({ level: 'warn' }));
    expect(logs.map(({ body }) => body)).toEqual(['warn', 'fatal']);
    expect(dropped).toEqual([{ outcome: 'filtered', reason: 'level', quantity: 2 }]);
    expect(makeItem(sent, keeping({ days: 0 })).dropped).toEqual([
      { outcome: 'filtered', reason: 'no_logs', quantity: 4 },
    ]);
  });

  it('filters logs like events', () => {
    const filter = createEventFilter({
      ...defaultFilters,
      messages: ['*heartbeat*'],
      environments: ['dev*'],
    });
    const sent = [
      { body: 'the heartbeat of a worker' },
      { body: 'b', attributes: { 'sentry.environment': { value: 'development' } } },
      { body: 'kept' },
    ];
    const { logs, dropped } = makeItem(sent, { filter });
    expect(logs.map(({ body }) => body)).toEqual(['kept']);
    expect(dropped).toEqual([
      { outcome: 'filtered', reason: 'messages', quantity: 1 },
      { outcome: 'filtered', reason: 'environments', quantity: 1 },
    ]);
  });

  it('bounds texts and attributes', () => {
    const attributes = Object.fromEntries(
      Array.from({ length: logLimits.attributes + 5 }, (_, n) => [
        `k${n}`,
        { value: 'x'.repeat(5000) },
      ]),
    );
    const [log] = makeItem([{ body: 'y'.repeat(100_000), attributes }]).logs;
    expect(log?.body).toHaveLength(logLimits.bodyLength);
    expect(Object.keys(log?.attributes ?? {})).toHaveLength(logLimits.attributes);
    expect(log?.attributes['k0']).toHaveLength(logLimits.attributeLength);
  });

  it('keeps attributes that Errata reads by name, wherever they stand among too many', () => {
    const own = Array.from({ length: logLimits.attributes + 5 }, (_, n) => [`k${n}`, n]);
    const named = {
      'sentry.release': 'shop@1',
      'sentry.environment': 'prod',
      'server.address': 'web-3',
      'host.name': 'host-3',
      'sentry.trace.parent_span_id': 'b'.repeat(16),
      'sentry.timestamp.sequence': 3,
    };
    const [log] = makeItem([
      { body: 'a', attributes: { ...Object.fromEntries(own), ...named } },
    ]).logs;
    expect(log).toMatchObject({ attributes: { ...named, k0: 0 }, spanId: 'b'.repeat(16) });
    expect(Object.keys(log?.attributes ?? {})).toHaveLength(logLimits.attributes);
  });

  it('keeps the logs of so many minutes, in the order in which they were sent', () => {
    const { minutesPerItem } = logLimits;
    const items = Array.from({ length: minutesPerItem + 10 }, (_, minute) => ({
      body: `${minute}`,
      timestamp: RECEIVED_MS / 1000 - minute * 60,
    }));
    const { logs, dropped } = makeItem([
      ...items,
      { body: 'again', timestamp: RECEIVED_MS / 1000 },
    ]);
    expect(logs).toHaveLength(minutesPerItem + 1);
    expect(logs.at(-1)).toMatchObject({ body: 'again' });
    expect(dropped).toEqual([{ outcome: 'invalid', reason: 'malformed', quantity: 10 }]);
  });

  it.each([
    ['no list of logs', undefined],
    ['no list of logs', 'text'],
    ['more than 1000 logs', Array.from({ length: logLimits.logsPerItem + 1 }, () => ({}))],
  ])('refuses an item with %s', (reason, items) => {
    expect(make(items)).toMatchObject({
      ok: false,
      reason: expect.stringContaining(reason),
    });
  });
});
