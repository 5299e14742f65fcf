import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { groupV1 } from './group-event.ts';

type Sent = Readonly<Record<string, unknown>>;

const app = { function: 'checkout', filename: 'app/cart.js', lineno: 12, in_app: true };
const emitter = { function: 'emit', filename: 'node:events', lineno: 1, in_app: false };

function createThrown({ frames = [emitter, app], ...traits }: Sent = {}): Sent {
  const thrown = { type: 'TypeError', value: 'x 1', ...traits, stacktrace: { frames } };
  return { exception: { values: [thrown] } };
}

const keyOf = groupV1;

describe('the key of an exception', () => {
  it('is 32 hex digits, the same each time', () => {
    expect(keyOf(createThrown())).toMatch(/^[0-9a-f]{32}$/);
    expect(keyOf(createThrown())).toBe(keyOf(createThrown()));
  });

  it.each([
    ['the line', { frames: [emitter, { ...app, lineno: 99 }] }],
    ['the message', { value: 'y 2' }],
    ['frames of libraries', { frames: [{ ...emitter, function: 'other' }, app] }],
    ['the depth of a recursion', { frames: [emitter, app, app, app] }],
  ])('does not depend on %s', (_, change) => {
    expect(keyOf(createThrown(change))).toBe(keyOf(createThrown()));
  });

  it.each([
    ['the type', { type: 'RangeError' }],
    ['in-app frames', { frames: [emitter, { ...app, function: 'pay' }] }],
    ['their order', { frames: [app, { ...app, function: 'pay' }] }],
  ])('depends on %s', (_, change) => {
    expect(keyOf(createThrown(change))).not.toBe(keyOf(createThrown()));
  });

  it('depends on all frames when none is in-app', () => {
    const event = createThrown({ frames: [emitter] });
    const other = createThrown({ frames: [{ ...emitter, function: 'other' }] });
    expect(keyOf(event)).not.toBe(keyOf(other));
  });

  it('depends on its causes', () => {
    const { exception } = createThrown() as { exception: { values: readonly Sent[] } };
    const cause = { type: 'IOError', value: '' };
    const event = { exception: { values: [cause, ...exception.values] } };
    expect(keyOf(event)).not.toBe(keyOf(createThrown()));
  });

  it('depends on the parameterised message when there is no stack', () => {
    const key = keyOf(createThrown({ frames: [], value: 'User 1 is missing' }));
    expect(keyOf(createThrown({ frames: [], value: 'User 2 is missing' }))).toBe(key);
    expect(keyOf(createThrown({ frames: [], value: 'User 2 is banned' }))).not.toBe(key);
  });
});

describe('the key of a message', () => {
  it('depends on the parameterised message and the logger', () => {
    const key = keyOf({ message: 'job 7 failed', logger: 'worker' });
    expect(keyOf({ message: 'job 8 failed', logger: 'worker' })).toBe(key);
    expect(keyOf({ message: 'job 8 failed', logger: 'web' })).not.toBe(key);
  });
});

describe("the SDK's fingerprint", () => {
  const withFingerprint = (event: Sent, fingerprint: string[]) => ({
    ...event,
    fingerprint,
  });

  it('replaces ours', () => {
    const key = keyOf(withFingerprint(createThrown(), ['a', 'b']));
    expect(keyOf(withFingerprint({ message: 'other' }, ['a', 'b']))).toBe(key);
    expect(keyOf(withFingerprint(createThrown(), ['ab']))).not.toBe(key);
  });

  it.each(['{{ default }}', '{{default}}'])('is ours when it is %s alone', (part) => {
    expect(keyOf(withFingerprint(createThrown(), [part]))).toBe(keyOf(createThrown()));
  });

  it('divides ours when it adds to it', () => {
    const key = keyOf(withFingerprint(createThrown(), ['{{ default }}', 'tenant 1']));
    expect(keyOf(withFingerprint(createThrown(), ['{{ default }}', 'tenant 2']))).not.toBe(key);
    expect(
      keyOf(withFingerprint(createThrown({ type: 'E' }), ['{{ default }}', 'tenant 1'])),
    ).not.toBe(key);
  });
});

describe('the keys of events as SDKs sent them', () => {
  const read = (file: string): unknown =>
    JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'));
  const folder = '../../../test/sdk-events';
  const keys = Object.entries(read('keys.json') as Record<string, string>);

  it('are those that the version before payloads were stored as sent has given them', () => {
    const now = keys.map(([file]) => [file, groupV1(read(`${folder}/${file}.json`) as Sent)]);
    expect(now).toEqual(keys);
  });
});
