import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parseRule, ruleLimits } from '#shared';
import { groupEvent } from '../grouping/group-event.ts';
import type { JsonObject } from '../json/shape.ts';
import { readColumns } from '../reading/read-columns.ts';
import { readEvent } from '../whole-event/read-event.ts';
import { readTitle } from '../whole-event/read-title.ts';
import { toSdkEvent } from '../reading/to-sdk-event.ts';
import { createGroupingRules } from './grouping-rules.ts';
import { readRuleEffects } from '../reading/rule-effects.ts';

const META = { source: 'event', eventId: 'e', projectId: 1, receivedAtMs: 0 } as const;

const frame = (filename: string, name: string, more: object = {}) => ({
  filename,
  abs_path: `/srv/${filename}`,
  function: name,
  ...more,
});

const SENT = {
  platform: 'node',
  level: 'error',
  release: 'shop@1.4.2',
  environment: 'production',
  logger: 'checkout',
  transaction: '/pay',
  tags: { customer: 'acme', type: 'b' },
  exception: {
    values: [
      {
        type: 'PgError',
        value: 'connection refused',
        stacktrace: { frames: [frame('node_modules/pg/client.js', 'connect')] },
      },
      {
        type: 'PaymentError',
        value: 'Payment 42 declined',
        stacktrace: {
          frames: [
            frame('src/server.js', 'serve', { in_app: true }),
            frame('src/vendor/bank.js', 'charge', { in_app: true, module: 'vendor/bank' }),
            frame('node_modules/http/index.js', 'request', { in_app: false }),
          ],
        },
      },
    ],
  },
};

function judge(lines: readonly string[], event: JsonObject = SENT) {
  for (const line of lines) expect(parseRule(line)).toMatchObject({ ok: true });
  const { tags, level } = readColumns(event, META);
  return createGroupingRules(lines)!.judge(event, { tags, level, title: readTitle(event) });
}

/** The effects of rules go through JSON, as they do when the event is stored. */
function rule(lines: readonly string[], event: JsonObject = SENT): JsonObject {
  const ruled = judge(lines, event);
  if (ruled === 'ignored') throw new Error('It is ignored.');
  return toSdkEvent('event', event, { ruled: JSON.parse(JSON.stringify(ruled ?? {})) });
}

const own = (event: JsonObject) =>
  readEvent({ meta: { ...META, ruled: readRuleEffects(event) }, event: SENT }).exceptions.map(
    ({ frames }) => frames.map(({ inApp }) => (inApp ? '+' : '-')).join(''),
  );

describe('the terms of a rule', () => {
  it.each([
    'type:PaymentError',
    'type:*error',
    'type:[Other, PaymentError]',
    '!type:Other',
    'message:declined',
    'value:"42 DECLINED"',
    'level:error',
    'logger:checkout',
    'release:shop@1.4.*',
    'release:>=1.4.0',
    'environment:[production, staging]',
    'platform:node',
    'transaction:/pay',
    'customer:acme',
    'tags.customer:ac*',
    'tags.type:b',
    'has:customer',
    'payment declined',
    'place:bank.js',
    'path:**/vendor/**',
    'path:src/*.js',
    'path:/srv/node_modules/**',
    'function:charge',
    'module:vendor/*',
    'path:src/** function:charge',
    '!path:**/nowhere/**',
    '!path:**/nowhere/** !function:none',
    'path:src/** !path:**/vendor/**',
    'path:**/pg/**',
  ])('match the event: %s', (matcher) => {
    expect(judge([`${matcher} -> ignore`])).toBe('ignored');
  });

  it.each([
    'type:Payment',
    'type:PaymentError level:debug',
    '!has:customer',
    'tags.customer:a',
    'release:<1.4.0',
    'paym declined',
    'path:vendor/**',
    // Each term matches a frame, but no single frame matches both.
    'path:src/** function:request',
    // Negated terms must hold for every frame.
    '!path:src/**',
    '!path:**/nowhere/** !function:charge',
    'package:*',
  ])('do not match the event: %s', (matcher) => {
    expect(judge([`${matcher} -> ignore`])).toBeUndefined();
  });

  it.each(['path:src/**', 'path:shop/src/**', 'path:shop/./src/*.ts'])(
    'match the path of a source that bundlers write with a dot: %s',
    (matcher) => {
      const frames = [frame('shop/./src/cart.ts', 'pay', { abs_path: undefined })];
      const exception = { values: [{ type: 'Error', stacktrace: { frames } }] };
      expect(judge([`${matcher} -> ignore`], { ...SENT, exception })).toBe('ignored');
    },
  );

  it('match the message of an event without an exception, whatever logged it', () => {
    const said = { message: 'disk almost full', logger: 'a.disk' };
    expect(judge(['message:"almost full" -> ignore'], said)).toBe('ignored');
    expect(judge(['path:** -> ignore'], said)).toBeUndefined();
    expect(judge(['!path:** -> ignore'], said)).toBe('ignored');
  });
});

describe('the actions of a rule', () => {
  it('group events by a fingerprint, whatever their SDK sent', () => {
    const alike = (event: JsonObject) =>
      groupEvent(rule(['type:*Error -> fingerprint=["pay", "{{ tags.customer }}"]'], event)).keys;
    const sent = { ...SENT, fingerprint: ['mine'] };
    expect(alike(sent)).toEqual(alike({ ...SENT, exception: { values: [{ type: 'AError' }] } }));
    expect(alike(SENT)).not.toEqual(alike({ ...SENT, tags: { customer: 'other' } }));
    const { keys } = groupEvent(rule(['type:*Error -> fingerprint="{{ default }}"'], sent));
    expect(keys[0]).toEqual(groupEvent(SENT).keys[0]);
  });

  it('give an event a title, with its message beside the title', () => {
    const titled = (title: string) => readTitle(rule([`type:*Error -> title="${title}"`]));
    const place = 'charge (src/vendor/bank.js)';
    expect(titled('Bank of {{ tags.customer }} at {{ function }}')).toEqual({
      type: 'Bank of acme at charge',
      value: 'Payment 42 declined',
      place,
    });
    expect(titled('{{ type }}: {{ value }}')).toEqual({
      type: 'PaymentError: Payment 42 declined',
      value: '',
      place,
    });
    expect(titled('{{ message }} '.repeat(20)).type).toHaveLength(ruleLimits.titleLength);
  });

  it('mark frames as the application’s own or not, whatever the SDK or Errata says', () => {
    expect(own(SENT)).toEqual(['-', '++-']);
    expect(own(rule(['path:**/vendor/** -> -app']))).toEqual(['-', '+--']);
    expect(own(rule(['path:**/node_modules/** -> +app']))).toEqual(['+', '+++']);
    expect(own(rule(['!path:src/server.js -> -app', 'function:charge -> +app']))).toEqual([
      '-',
      '++-',
    ]);
    expect(own(rule(['type:PaymentError path:** -> +app', 'module:* -> -app']))).toEqual([
      '+',
      '+-+',
    ]);
    const plain = groupEvent(SENT).keys;
    expect(groupEvent(rule(['path:**/vendor/** -> -app'])).keys[0]).not.toEqual(plain[0]);
    expect(readTitle(rule(['path:**/vendor/** -> -app'])).place).toBe('serve (src/server.js)');
  });

  it('change nothing where frames are marked like that already', () => {
    expect(judge(['path:src/** -> +app', 'path:**/node_modules/** -> -app'])).toBeUndefined();
  });

  it('leave the event as it was sent', () => {
    const before = JSON.stringify(SENT);
    rule(['path:** -> -app fingerprint=a title=b']);
    expect(JSON.stringify(SENT)).toBe(before);
  });

  it('are overridden by a later rule with the same action, and by no other', () => {
    const lines = ['type:*Error -> fingerprint=a title=a', 'customer:acme -> fingerprint=b'];
    expect(judge(lines)).toEqual({
      fingerprint: { parts: ['b'], rule: lines[1] },
      title: { text: 'a', rule: lines[0] },
    });
    expect(judge([...lines, 'type:Other -> fingerprint=c', 'level:error -> ignore'])).toBe(
      'ignored',
    );
  });

  it('reach the frames of a thread where the exception has none', () => {
    const threads = {
      values: [{ id: 1, crashed: true, stacktrace: SENT.exception.values[1]!.stacktrace }],
    };
    const event = { ...SENT, threads, exception: { values: [{ type: 'Crash', thread_id: 1 }] } };
    expect(readTitle(rule(['path:**/vendor/** -> -app'], event)).place).toBe(
      'serve (src/server.js)',
    );
  });

  it('reach fewer frames when they have thousands of patterns', () => {
    const patterns = Array.from({ length: 45 }, (_, index) => `**a*${index}`).join();
    const lines = Array.from({ length: 100 }, () => `path:[${patterns}] function:x -> -app`);
    const rules = createGroupingRules([...lines, 'path:** -> -app'])!;
    const path = `${'a/./'.repeat(35)}x`;
    const frames = Array.from({ length: 200 }, (_, index) => ({ filename: `${index}${path}` }));
    const facts = {
      level: 'error',
      title: readTitle({}),
      tags: new Map<string, string>(),
    } as const;
    const ruled = rules.judge({ stacktrace: { frames } }, facts);
    expect(ruled).toEqual({ app: { stacks: ['----'], rules: ['path:** -> -app'] } });
  });

  it.each([
    ['characters of frames', 70_000, '!function:x -> ignore'],
    ['patterns', 10_000, `!function:[${'x,'.repeat(45)}x] -> ignore`],
  ])('say nothing of absent frames when an event has too many %s', (_, length, line) => {
    const lines = Array.from({ length: 40 }, () => line);
    const judgeFrame = (filename: string) =>
      judge(lines, { stacktrace: { frames: [{ filename }] } });
    expect([judgeFrame('a'), judgeFrame('a'.repeat(length))]).toEqual(['ignored', undefined]);
  });

  it('reach fewer frames after thousands of patterns for messages', () => {
    const lines = Array.from({ length: 250 }, () => `message:[${'A,'.repeat(48)}A] -> title=a`);
    const ruled = (message: string) =>
      judge([...lines, 'path:a -> -app'], { message, stacktrace: { frames: [{ filename: 'a' }] } });
    expect(ruled('b')).toMatchObject({ app: { rules: ['path:a -> -app'] } });
    expect(ruled('b'.repeat(900))).toBeUndefined();
  });

  it('reach only the frames that are nearest to the failure', () => {
    const frames = Array.from({ length: 300 }, (_, index) => frame(`src/${index}.js`, `f${index}`));
    const event = {
      platform: 'node',
      exception: { values: [{ type: 'E', stacktrace: { frames } }] },
    };
    expect(judge(['path:src/49.js -> ignore'], event)).toBeUndefined();
    expect(judge(['path:src/50.js -> ignore'], event)).toBe('ignored');
    for (const each of frames) each.abs_path = `/${'long/'.repeat(100)}`;
    expect(judge(['path:src/200.js -> ignore'], event)).toBeUndefined();
    expect(judge(['path:src/290.js -> ignore'], event)).toBe('ignored');
  });
});

it('the rules in the documentation can be parsed', () => {
  const text = readFileSync(
    join(import.meta.dirname, '../../../../docs/grouping-rules.md'),
    'utf8',
  );
  const blocks = text.match(/```\n[^`]*/g)!.flatMap((block) => block.split('\n').slice(1));
  const lines = blocks.map((line) => line.trim()).filter((line) => /^[^#|].* -> /.test(line));
  expect(lines.length).toBeGreaterThanOrEqual(12);
  for (const line of lines) expect([line, parseRule(line).ok]).toEqual([line, true]);
});
