import { describe, expect, it } from '@jest/globals';
import { reportLimits } from '#shared';
import type { NormalisedEvent } from '#shared';
import { readEvent } from './read-event.ts';

const RECEIVED_AT_MS = Date.UTC(2026, 0, 5, 12);
const TRACE_ID = '1234567890abcdef1234567890abcdef';
const origin = {
  eventId: '9ec79c33ec9942ab8353589fcb2e04dc',
  projectId: 1,
  receivedAtMs: RECEIVED_AT_MS,
  source: 'event',
} as const;

function normalise(event: object): NormalisedEvent {
  return readEvent({ meta: origin, event: event as Record<string, unknown> });
}

/** JSON keeps `__proto__` as a plain entry, unlike an object literal. */
function normaliseJson(json: string): NormalisedEvent {
  return normalise(JSON.parse(json) as object);
}

const frame = { function: 'run', filename: 'app/a.js', lineno: 3, colno: 7, in_app: true };
const exception = { type: 'TypeError', value: 'x is undefined', stacktrace: { frames: [frame] } };

describe('readEvent', () => {
  it('needs no field', () => {
    expect(normalise({})).toEqual({
      title: { type: 'Message', value: 'No message', place: '' },
      eventId: origin.eventId,
      projectId: 1,
      occurredAtMs: RECEIVED_AT_MS,
      receivedAtMs: RECEIVED_AT_MS,
      level: 'error',
      platform: 'other',
      exceptions: [],
      breadcrumbs: [],
      tags: [],
      contexts: {},
      extra: {},
      cut: [],
    });
  });

  it('reads an exception with its mechanism and frames', () => {
    const said = { type: 'onerror', handled: false, description: 'd', source: 's' };
    const mechanism = { ...said, data: {}, meta: { errno: { number: 7 } } };
    const context = { context_line: ' x.y()', pre_context: ['a', ''], post_context: ['b'] };
    const frames = [{ ...frame, ...context, abs_path: '/srv/app/a.js', vars: { x: null } }];
    expect(
      normalise({ exception: { values: [{ ...exception, mechanism, stacktrace: { frames } }] } })
        .exceptions,
    ).toEqual([
      {
        type: 'TypeError',
        value: 'x is undefined',
        mechanism: { ...said, meta: { errno: { number: 7 } } },
        frames: [
          {
            function: 'run',
            filename: 'app/a.js',
            absPath: '/srv/app/a.js',
            line: 3,
            column: 7,
            inApp: true,
            contextLine: ' x.y()',
            preContext: ['a', ''],
            postContext: ['b'],
            vars: { x: null },
          },
        ],
      },
    ]);
  });

  it.each([
    ['with values', { values: [exception] }],
    ['as a bare list', [exception]],
    ['as one bare object', exception],
  ])('reads exceptions %s', (_, sent) => {
    expect(normalise({ exception: sent }).exceptions).toMatchObject([
      { type: 'TypeError', frames: [{ line: 3 }] },
    ]);
  });

  it.each([
    [
      'the crashed thread',
      { threads: { values: [{}, { crashed: true, stacktrace: { frames: [frame] } }] } },
    ],
    ['the current thread', { threads: [{}, { current: true, stacktrace: { frames: [frame] } }] }],
    ['the only thread', { threads: { values: [{ stacktrace: { frames: [frame] } }] } }],
    ['the event', { stacktrace: { frames: [frame] } }],
  ])('takes the stack of %s for an exception without one', (_, rest) => {
    const event = { exception: [{ type: 'Crash' }], ...rest };
    expect(normalise(event).exceptions[0]?.frames).toMatchObject([{ function: 'run' }]);
  });

  it('gives no name to a function that JavaScript SDKs call a question mark', () => {
    const frames = [{ ...frame, function: '?' }];
    const { exceptions } = normalise({ exception: [{ type: 'E', stacktrace: { frames } }] });
    expect(exceptions[0]!.frames[0]!.function).toBeUndefined();
  });

  it.each([
    ['text', { message: 'Hello' }, 'Hello'],
    ['an object', { message: { formatted: 'Hello' } }, 'Hello'],
    ['a template with a list', { message: { message: 'a %s b %d', params: ['x', 3] } }, 'a x b 3'],
    ['a template with names', { logentry: { message: '%(a)s!', params: { a: 'x' } } }, 'x!'],
    ['a template without params', { logentry: { message: 'a %s' } }, 'a %s'],
    ['logentry before message', { logentry: { formatted: 'new' }, message: 'old' }, 'new'],
    ['a number', { message: 7 }, '7'],
    ['nothing', { message: '' }, undefined],
  ])('reads a message sent as %s', (_, event, message) => {
    expect(normalise(event).message).toBe(message);
  });

  it.each([
    ['seconds', RECEIVED_AT_MS / 1000 - 1.5, RECEIVED_AT_MS - 1500],
    ['seconds as text', String(RECEIVED_AT_MS / 1000 - 1), RECEIVED_AT_MS - 1000],
    ['ISO 8601', '2026-01-05T11:59:00.500Z', RECEIVED_AT_MS - 59_500],
    ['ISO 8601 without a zone', '2026-01-05T11:59:00', RECEIVED_AT_MS - 60_000],
    ['ISO 8601 with another zone', '2026-01-05T12:59:00+01:00', RECEIVED_AT_MS - 60_000],
    ['a time ahead of its receipt', RECEIVED_AT_MS / 1000 + 3600, RECEIVED_AT_MS],
    ['a time before any SDK', 12, RECEIVED_AT_MS],
    ['no time', 'yesterday', RECEIVED_AT_MS],
  ])('reads a timestamp sent as %s', (_, timestamp, occurredAtMs) => {
    expect(normalise({ timestamp }).occurredAtMs).toBe(occurredAtMs);
  });

  it.each([
    ['warning', 'warning'],
    ['WARN', 'warning'],
    ['log', 'info'],
    ['critical', 'fatal'],
    ['constructor', 'error'],
    [3, 'error'],
  ])('reads the level %s as %s', (sent, level) => {
    expect(normalise({ level: sent }).level).toBe(level);
  });

  it.each([
    ['an object', { a: 'x', b: 2, c: null }],
    ['a list of pairs', [['a', 'x'], ['b', 2], ['c', null], 'd', [['e']]]],
  ])('reads tags sent as %s', (_, tags) => {
    expect(normalise({ tags }).tags).toEqual([
      ['a', 'x'],
      ['b', '2'],
    ]);
  });

  it('keeps tags of any name, and those without a value', () => {
    const tags = { 'größe ü': 'x', empty: '', list: [1] };
    expect(normalise({ tags }).tags).toEqual([
      ['größe ü', 'x'],
      ['empty', ''],
      ['list', '[1]'],
    ]);
  });

  it.each([
    ['with values', (crumbs: unknown) => ({ values: crumbs })],
    ['as a list', (crumbs: unknown) => crumbs],
  ])('reads breadcrumbs %s', (_, wrap) => {
    const crumb = { timestamp: RECEIVED_AT_MS / 1000, category: 'http', data: { status: 200 } };
    expect(
      normalise({ breadcrumbs: wrap([crumb, 'x', { level: 'warn', type: 'nav' }]) }).breadcrumbs,
    ).toEqual([
      {
        timestampMs: RECEIVED_AT_MS,
        type: 'default',
        category: 'http',
        level: 'info',
        data: { status: 200 },
      },
      { type: 'nav', level: 'warning' },
    ]);
  });

  it('reads a user, whose id may be a number', () => {
    expect(normalise({ user: { id: 7, email: 'a@b.c', ip_address: '192.0.2.1' } }).user).toEqual({
      id: '7',
      email: 'a@b.c',
      ipAddress: '192.0.2.1',
    });
  });

  it('reads a request with its body, and cookies by their names', () => {
    const headers = { Host: 'x', List: ['a', 'b'] };
    const request = {
      method: 'POST',
      url: 'https://x/y?a=1#z',
      headers,
      cookies: 'session=[Filtered]; theme=[Filtered]',
      data: 'plain text',
      env: { REMOTE_ADDR: '192.0.2.9' },
    };
    expect(normalise({ request }).request).toEqual({
      method: 'POST',
      url: 'https://x/y#z',
      query: 'a=1',
      headers: [
        ['Host', 'x'],
        ['List', 'a, b'],
      ],
      cookies: ['session', 'theme'],
      body: 'plain text',
      env: { REMOTE_ADDR: '192.0.2.9' },
    });
  });

  it.each([
    ['a form', 'a=1&b=x%20y', { a: '1', b: 'x y' }],
    ['a form with a name that repeats', 'a=1&a=2&b=3', { a: ['1', '2'], b: '3' }],
    ['JSON', '{"a":[1]}', { a: [1] }],
    ['text that looks like JSON', '{"a":', '{"a":'],
    ['fields that the SDK has parsed', { a: 1 }, { a: 1 }],
    ['a list', [1, 2], [1, 2]],
  ])('reads a body that is %s', (_, data, body) => {
    expect(normalise({ request: { url: '/', data } }).request?.body).toEqual(body);
  });

  it.each([
    ['text', '?a=1&b=2'],
    ['an object', { a: '1', b: 2 }],
    [
      'a list of pairs',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
  ])('reads a query sent as %s', (_, query_string) => {
    expect(normalise({ request: { url: '/x', query_string } }).request?.query).toBe('a=1&b=2');
  });

  it('takes trace and SDK from the event, else from the envelope', () => {
    const envelope = { traceId: TRACE_ID, sdk: { name: 'outer', version: '1' } };
    const meta = { ...origin, ...envelope };
    const outer = readEvent({ meta, event: {} });
    expect(outer).toMatchObject({ traceId: TRACE_ID, sdk: { name: 'outer' } });
    const event = {
      contexts: { trace: { trace_id: 'F'.repeat(32) } },
      sdk: { name: 'inner', version: '2' },
    };
    const inner = readEvent({ meta, event });
    expect(inner).toMatchObject({ traceId: 'f'.repeat(32), sdk: { name: 'inner' } });
  });

  it('keeps contexts that are objects, and extra', () => {
    const event = normalise({ contexts: { os: { name: 'x' }, bad: 'y' }, extra: { a: [1, 'b'] } });
    expect(event).toMatchObject({ contexts: { os: { name: 'x' } }, extra: { a: [1, 'b'] } });
    expect(event.contexts).not.toHaveProperty('bad');
  });

  it('keeps text storable: no NUL, no half of a pair', () => {
    expect(normalise({ message: 'a\0b\ud800c' }).message).toBe('a\u{FFFD}b\u{FFFD}c');
    expect(normalise({ environment: `${'x'.repeat(62)}😀x` }).environment).toBe(
      `${'x'.repeat(62)}\u{FFFD}…`,
    );
  });

  it('drops an entry that would change a prototype', () => {
    const event = normaliseJson(
      '{"extra":{"__proto__":{"admin":1},"a":1},"tags":{"__proto__":"x"}}',
    );
    expect(Object.keys(event.extra)).toEqual(['a']);
    expect((event.extra as { admin?: unknown }).admin).toBeUndefined();
  });
});

describe('readEvent at its limits', () => {
  const many = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => make(index));

  it('keeps the last breadcrumbs', () => {
    const event = normalise({ breadcrumbs: many(150, (index) => ({ message: `${index}` })) });
    expect(event.breadcrumbs).toHaveLength(reportLimits.breadcrumbs);
    expect(event.breadcrumbs[0]?.message).toBe('50');
    expect(event.cut).toEqual(['breadcrumbs: 150 cut to the last 100']);
  });

  it('keeps the first and the last frames', () => {
    const frames = many(500, (index) => ({ lineno: index }));
    const [kept] = normalise({ exception: [{ type: 'E', stacktrace: { frames } }] }).exceptions;
    const lines = kept!.frames.map(({ line }) => line);
    expect(lines).toEqual([...many(100, (index) => index), ...many(100, (index) => 400 + index)]);
  });

  it('keeps the exceptions nearest to the root and to the surfaced one', () => {
    const event = normalise({ exception: many(40, (index) => ({ type: `E${index}` })) });
    const types = event.exceptions.map(({ type }) => type);
    expect(types).toEqual([
      ...many(16, (index) => `E${index}`),
      ...many(16, (index) => `E${24 + index}`),
    ]);
    expect(event.cut).toEqual(['exceptions: 8 of 40 left out, between the first and last 16']);
  });

  it('notes how much of an exception’s message was cut', () => {
    const event = normalise({ exception: [{ type: 'E', value: 'x'.repeat(9000) }] });
    expect(event.exceptions[0]!.value).toHaveLength(8192);
    expect(event.cut).toEqual(['message of an exception: 808 of 9000 characters left out']);
  });

  it('keeps a limited number of threads, and of their frames together', () => {
    const stacktrace = () => ({ frames: many(30, (index) => ({ function: 'f', lineno: index })) });
    const threads = many(150, (id) => ({ id, crashed: id === 149, stacktrace: stacktrace() }));
    const event = normalise({ threads });
    expect(event.threads).toHaveLength(reportLimits.threads);
    expect(event.threads!.at(-1)).toMatchObject({ id: '149', isCrashed: true });
    const frames = event.threads!.map((thread) => thread.frames.length);
    expect(frames.at(-1)).toBe(30);
    expect(frames.reduce((sum, count) => sum + count)).toBe(reportLimits.framesOfThreads);
    expect(event.cut).toEqual([
      'threads: 50 of 150 left out',
      'threads: 2000 of their older frames left out',
    ]);
  });

  it('keeps a limited number of tags, and limits the length of each', () => {
    const tags = Object.fromEntries(many(150, (index) => [`t${index}`, 'x'.repeat(300)]));
    const event = normalise({ tags });
    expect(event.tags).toHaveLength(reportLimits.tags);
    expect(event.tags[0]?.[1]).toHaveLength(reportLimits.tagValueLength);
    expect(event.cut).toEqual([
      'tags: 50 of 150 left out',
      'values of tags: 100 shortened, by 10000 characters',
    ]);
  });

  it('notes how many texts were shortened, and by how much', () => {
    const event = normalise({
      breadcrumbs: [{ message: 'x'.repeat(3000) }, { message: 'x'.repeat(2049) }],
      fingerprint: Array.from({ length: 50 }, (_, part) => String(part)),
      logentry: { message: '%s', params: Array.from({ length: 80 }, () => 'x') },
      request: { url: '/', headers: { Accept: 'x'.repeat(2000) } },
      tags: { long: 'x'.repeat(900) },
    });
    expect(event.cut).toEqual([
      'parameters of the message: 30 of 80 left out',
      'fingerprint: 18 of 50 left out',
      'headers: 1 shortened, by 976 characters',
      'messages of breadcrumbs: 2 shortened, by 953 characters',
      'values of tags: 1 shortened, by 700 characters',
    ]);
  });

  it('bounds free JSON by size, depth and width', () => {
    let deep: unknown = 'x';
    for (let depth = 0; depth < 5000; depth += 1) deep = [deep];
    const wide = Object.fromEntries(many(1000, (index) => [`k${index}`, 'y'.repeat(1000)]));
    const event = normalise({
      extra: { deep, wide },
      contexts: { wide },
      exception: [{ type: 'E', stacktrace: { frames: many(200, () => ({ vars: wide })) } }],
    });
    expect(JSON.stringify(event).length).toBeLessThan(320_000);
    expect(event.cut).toEqual(
      expect.arrayContaining(['values of extra: 938 left out', 'values of contexts: 937 left out']),
    );
  });

  it('bounds every text', () => {
    const text = 'x'.repeat(100_000);
    const event = normalise({
      message: text,
      level: text,
      platform: text,
      logger: text,
      transaction: text,
      release: text,
      environment: text,
      dist: text,
      server_name: text,
      timestamp: text,
      fingerprint: [text],
      user: { id: text, email: text, username: text, ip_address: text },
      sdk: { name: text, version: text },
      request: { url: text, headers: { [text]: text } },
      exception: [{ type: text, value: text, module: text, mechanism: { type: text } }],
      breadcrumbs: [{ message: text, category: text, type: text, timestamp: text }],
    });
    expect(JSON.stringify(event).length).toBeLessThan(40_000);
  });
});

describe('readEvent with hostile shapes', () => {
  const shapes: unknown[] = [
    null,
    true,
    false,
    0,
    -1,
    1e308,
    0.1,
    '',
    'x',
    '\0',
    [],
    [[]],
    [null],
    [[null, null]],
    {},
    { a: 1 },
    { values: null },
    { values: {} },
    { values: [null, 1, 'x', [], {}] },
    { frames: 7 },
    { length: 5 },
    { toString: null },
    { constructor: null },
    { values: [{ stacktrace: { frames: [null, 1, [], {}] } }] },
    { message: {}, params: 3, formatted: [] },
    { trace: { trace_id: {} } },
    { '': '' },
  ];
  const fields = [
    'exception',
    'threads',
    'stacktrace',
    'message',
    'logentry',
    'timestamp',
    'level',
    'platform',
    'logger',
    'transaction',
    'culprit',
    'server_name',
    'environment',
    'release',
    'dist',
    'breadcrumbs',
    'tags',
    'user',
    'request',
    'contexts',
    'extra',
    'fingerprint',
    'sdk',
    'event_id',
  ];

  it.each(fields)('never throws for the field %s, and keeps the rest', (field) => {
    for (const shape of shapes) {
      const other = field === 'environment' ? 'release' : 'environment';
      const event = normalise({ [field]: shape, [other]: 'kept' });
      expect(event[other]).toBe('kept');
      expect(JSON.parse(JSON.stringify(event))).toEqual(event);
    }
  });

  it.each(['type', 'value', 'module', 'mechanism', 'stacktrace'])(
    'never throws for the %s of an exception',
    (field) => {
      for (const shape of shapes) {
        const { exceptions } = normalise({ exception: [{ ...exception, [field]: shape }] });
        expect(exceptions).toHaveLength(1);
      }
    },
  );

  it.each([
    'function',
    'module',
    'filename',
    'abs_path',
    'lineno',
    'colno',
    'in_app',
    'context_line',
    'pre_context',
    'post_context',
    'vars',
  ])('never throws for the %s of a frame', (field) => {
    for (const shape of shapes) {
      const frames = [{ ...frame, [field]: shape }];
      const [kept] = normalise({ exception: [{ type: 'E', stacktrace: { frames } }] }).exceptions;
      expect(kept?.frames).toHaveLength(1);
    }
  });
});
