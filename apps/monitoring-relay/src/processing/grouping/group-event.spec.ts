import { describe, expect, it } from '@jest/globals';
import type { ExceptionValue, NormalisedEvent, StackFrame } from '#shared';
import { normaliseEvent } from '../normalise/normalise-event.ts';
import { groupEvent } from './group-event.ts';

const empty = normaliseEvent(
  {},
  { eventId: 'a'.repeat(32), projectId: 1, receivedAtMs: 0, envelope: {} },
);
const app: StackFrame = { function: 'checkout', filename: 'app/cart.js', line: 12, inApp: true };
const library: StackFrame = { function: 'emit', filename: 'node:events', line: 1, inApp: false };

function createEvent(traits: Partial<NormalisedEvent>): NormalisedEvent {
  return { ...empty, ...traits };
}

function createThrown(traits: Partial<ExceptionValue> = {}): NormalisedEvent {
  const exception = { type: 'TypeError', value: 'x 1', frames: [library, app], ...traits };
  return createEvent({ exceptions: [exception] });
}

const keyOf = (event: NormalisedEvent): string => groupEvent(event).key;

describe('the key of an exception', () => {
  it('is 32 hex digits, the same each time', () => {
    expect(keyOf(createThrown())).toMatch(/^[0-9a-f]{32}$/);
    expect(keyOf(createThrown())).toBe(keyOf(createThrown()));
  });

  it.each([
    ['the line', { frames: [library, { ...app, line: 99 }] }],
    ['the message', { value: 'y 2' }],
    ['frames of libraries', { frames: [{ ...library, function: 'other' }, app] }],
    ['the depth of a recursion', { frames: [library, app, app, app] }],
  ])('does not depend on %s', (_, change) => {
    expect(keyOf(createThrown(change))).toBe(keyOf(createThrown()));
  });

  it.each([
    ['the type', { type: 'RangeError' }],
    ['in-app frames', { frames: [library, { ...app, function: 'pay' }] }],
    ['their order', { frames: [app, { ...app, function: 'pay' }] }],
  ])('depends on %s', (_, change) => {
    expect(keyOf(createThrown(change))).not.toBe(keyOf(createThrown()));
  });

  it('depends on all frames when none is in-app', () => {
    const event = createThrown({ frames: [library] });
    const other = createThrown({ frames: [{ ...library, function: 'other' }] });
    expect(keyOf(event)).not.toBe(keyOf(other));
  });

  it('depends on its causes', () => {
    const [surfaced] = createThrown().exceptions;
    const cause = { type: 'IOError', value: '', frames: [] };
    const event = createEvent({ exceptions: [cause, surfaced!] });
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
    const key = keyOf(createEvent({ message: 'job 7 failed', logger: 'worker' }));
    expect(keyOf(createEvent({ message: 'job 8 failed', logger: 'worker' }))).toBe(key);
    expect(keyOf(createEvent({ message: 'job 8 failed', logger: 'web' }))).not.toBe(key);
  });
});

describe("the SDK's fingerprint", () => {
  const withFingerprint = (event: NormalisedEvent, fingerprint: string[]) => ({
    ...event,
    fingerprint,
  });

  it('replaces ours', () => {
    const key = keyOf(withFingerprint(createThrown(), ['a', 'b']));
    expect(keyOf(withFingerprint(createEvent({ message: 'other' }), ['a', 'b']))).toBe(key);
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

describe('the title', () => {
  it('names what surfaced, and the in-app frame nearest to the failure', () => {
    const event = createEvent({
      exceptions: [
        { type: 'IOError', value: 'disk', frames: [] },
        {
          type: 'TypeError',
          value: 'x is\n undefined ',
          frames: [app, { ...app, function: 'pay' }, library],
        },
      ],
    });
    expect(groupEvent(event)).toMatchObject({
      type: 'TypeError',
      value: 'x is undefined',
      place: 'pay (app/cart.js:12)',
      level: 'error',
    });
  });

  it.each([
    ['the failing frame when none is in-app', [library], 'emit (node:events:1)'],
    ['no line when it is not known', [{ function: 'f', module: 'a.b', inApp: true }], 'f (a.b)'],
    ['no function when it is not known', [{ filename: 'a.js', line: 1, inApp: true }], 'a.js:1'],
    ['nothing without a stack', [], ''],
  ])('names %s', (_, frames, place) => {
    expect(groupEvent(createThrown({ frames })).place).toBe(place);
  });

  it.each([
    ['/srv/shop/src/cart.mjs', 'src/cart.mjs'],
    ['file:///srv/shop/src/cart.mjs', 'src/cart.mjs'],
    ['C:\\shop\\src\\cart.js', 'src/cart.js'],
    ['https://shop.example/assets/cart.js', 'assets/cart.js'],
    ['app/models/deep/cart.rb', 'app/models/deep/cart.rb'],
    ['/cart.js', '/cart.js'],
  ])('shortens %s to what tells it from others', (filename, file) => {
    const frames = [{ ...app, filename }];
    expect(groupEvent(createThrown({ frames })).place).toBe(`checkout (${file}:12)`);
  });

  it('calls a message sent with its stack a message', () => {
    const exceptions = [{ type: '', value: 'Stale', frames: [app] }];
    const event = createEvent({ message: 'Stale', exceptions });
    expect(groupEvent(event)).toMatchObject({ type: 'Message', value: 'Stale' });
  });

  it.each([
    ['a message', { message: 'Hello' }, { type: 'Message', value: 'Hello' }],
    ['a logger', { message: 'Hello', logger: 'worker' }, { type: 'worker', value: 'Hello' }],
    ['a transaction', { transaction: 'GET /' }, { type: 'Message', value: 'GET /' }],
    ['nothing', {}, { type: 'Message', value: 'No message' }],
  ])('of an event with %s', (_, traits, title) => {
    expect(groupEvent(createEvent(traits))).toMatchObject(title);
  });

  it('is short enough for a list', () => {
    expect(groupEvent(createThrown({ value: 'x '.repeat(5000) })).value).toHaveLength(500);
  });
});
