import { describe, expect, it } from '@jest/globals';
import { readTitle } from './read-title.ts';

type Sent = Readonly<Record<string, unknown>>;

const app = { function: 'checkout', filename: 'app/cart.js', lineno: 12, in_app: true };
const library = { function: 'emit', filename: 'node:events', lineno: 1, in_app: false };

function createThrown({ frames = [library, app], ...traits }: Sent = {}): Sent {
  const thrown = { type: 'TypeError', value: 'x 1', ...traits, stacktrace: { frames } };
  return { exception: { values: [thrown] } };
}

describe('the title', () => {
  it('names what surfaced, and the in-app frame nearest to the failure', () => {
    const frames = [app, { ...app, function: 'pay' }, library];
    const event = {
      exception: {
        values: [
          { type: 'IOError', value: 'disk' },
          { type: 'TypeError', value: 'x is\n undefined ', stacktrace: { frames } },
        ],
      },
    };
    expect(readTitle(event)).toMatchObject({
      type: 'TypeError',
      value: 'x is undefined',
      place: 'pay (app/cart.js:12)',
    });
  });

  it.each([
    ['the failing frame when none is in-app', [library], 'emit (node:events:1)'],
    ['no line when it is not known', [{ function: 'f', module: 'a.b', in_app: true }], 'f (a.b)'],
    ['no function when it is not known', [{ filename: 'a.js', lineno: 1, in_app: true }], 'a.js:1'],
    ['nothing without a stack', [], ''],
  ])('names %s', (_, frames, place) => {
    expect(readTitle(createThrown({ frames })).place).toBe(place);
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
    expect(readTitle(createThrown({ frames })).place).toBe(`checkout (${file}:12)`);
  });

  it('calls a message sent with its stack a message', () => {
    const exceptions = [{ type: '', value: 'Stale', stacktrace: { frames: [app] } }];
    const event = { message: 'Stale', exception: { values: exceptions } };
    expect(readTitle(event)).toMatchObject({ type: 'Message', value: 'Stale' });
  });

  it.each([
    ['a message', { message: 'Hello' }, { type: 'Message', value: 'Hello' }],
    ['a logger', { message: 'Hello', logger: 'worker' }, { type: 'worker', value: 'Hello' }],
    ['a transaction', { transaction: 'GET /' }, { type: 'Message', value: 'GET /' }],
    ['nothing', {}, { type: 'Message', value: 'No message' }],
  ])('of an event with %s', (_, traits, title) => {
    expect(readTitle(traits)).toMatchObject(title);
  });

  it('is short enough for a list', () => {
    expect(readTitle(createThrown({ value: 'x '.repeat(5000) })).value).toHaveLength(500);
  });
});
