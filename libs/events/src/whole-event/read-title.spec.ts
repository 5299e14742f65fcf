import { describe, expect, it } from '@jest/globals';
import { readTitle } from './read-title.ts';

type Sent = Readonly<Record<string, unknown>>;

const app = { function: 'checkout', filename: 'app/cart.js', lineno: 12, in_app: true };
const library = { function: 'emit', filename: 'node:events', lineno: 1, in_app: false };

function createThrown({ frames = [library, app], ...traits }: Sent = {}): Sent {
  const thrown = { type: 'TypeError', value: 'x 1', ...traits, stacktrace: { frames } };
  return { exception: { values: [thrown] } };
}

describe('readTitle', () => {
  it('names the surfaced exception, and the in-app frame nearest to the failure', () => {
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
    ['/srv/shop/releases/20261124101112/worker.php', 'shop/worker.php'],
    ['C:\\web\\shop\\releases\\17\\worker.php', 'shop/worker.php'],
    ['releases/20261124101112/app/worker.rb', 'app/worker.rb'],
    ['/srv/shop-1.4.2/worker.php', 'shop/worker.php'],
    ['src/releases/notes/page.rb', 'src/releases/notes/page.rb'],
  ])('shortens the path %s to the part that tells it from others', (filename, file) => {
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
    ['a transaction', { transaction: 'GET /' }, { type: 'Message', value: 'GET /' }],
    ['nothing', {}, { type: 'Message', value: 'No message' }],
  ])('titles an event with %s', (_, traits, title) => {
    expect(readTitle(traits)).toMatchObject(title);
  });

  it.each([
    ['com.acme.shop.Checkout', 'Checkout'],
    ['shop::db', 'db'],
    ['billing.invoices', 'invoices'],
    ['AUDIT', 'AUDIT'],
    ['core.ContainerBase.[Tomcat].[/].[dispatcherServlet]', '[dispatcherServlet]'],
    ['...', '...'],
  ])('puts the message of a logger before the last part of its name: %s', (logger, value) => {
    expect(readTitle({ message: 'Hello', logger })).toMatchObject({ type: 'Hello', value });
  });

  it('leaves out the prefix that Loguru writes before a message', () => {
    const message = '2026-11-23 00:38:16.092 | ERROR    | shop.job:run:9 - could not ship 17';
    const title = { type: 'could not ship 17', value: 'job' };
    expect(readTitle({ message, logger: 'shop.job' })).toMatchObject(title);
  });

  it.each([
    ['its own', { stacktrace: { frames: [app] } }],
    ['of its thread', { threads: [{ current: true, stacktrace: { frames: [app] } }] }],
  ])('gives a message the place of its stack: %s', (_, rest) => {
    const place = 'checkout (app/cart.js:12)';
    expect(readTitle({ message: 'Hello', ...rest })).toEqual({
      type: 'Message',
      value: 'Hello',
      place,
    });
  });

  it('titles a group by its first member that has a message, at the member’s own place', () => {
    const member = (traits: Sent, source: string, id: number): Sent => ({
      ...traits,
      mechanism: { type: 'chained', source, exception_id: id, parent_id: 0 },
    });
    const stacktrace = { frames: [{ ...app, function: 'inMember' }] };
    const group = { type: 'chained', exception_id: 0, is_exception_group: true };
    const values = [
      member({ type: 'KeyError', value: 'third' }, 'errors[2]', 3),
      member({ type: 'ValueError', value: 'second', stacktrace }, 'errors[1]', 2),
      member({ type: 'TypeError', value: '' }, 'errors[0]', 1),
      { type: 'Group', value: '3 errors', mechanism: group, stacktrace: { frames: [app] } },
    ];
    const title = { type: 'ValueError', value: 'second', place: 'inMember (app/cart.js:12)' };
    expect(readTitle({ exception: { values } })).toEqual(title);
  });

  it('places a surfaced exception by its cause when the exception has no frame of the application', () => {
    const values = [
      { type: 'IOError', stacktrace: { frames: [app] } },
      { type: 'ExecutionError', stacktrace: { frames: [library] } },
    ];
    const title = { type: 'ExecutionError', place: 'checkout (app/cart.js:12)' };
    expect(readTitle({ exception: { values } })).toMatchObject(title);
  });

  it.each([
    ['com.acme.shop.Checkout$Gateway.pay', 'Checkout$Gateway.pay (app/cart.js:12)'],
    ['shop::billing::settle::{{closure}}::{{closure}}', 'shop::billing::settle (app/cart.js:12)'],
    ['main.(*Server).handle', 'main.(*Server).handle (app/cart.js:12)'],
  ])('names a call in a list without its package and closures: %s', (name, place) => {
    expect(readTitle(createThrown({ frames: [{ ...app, function: name }] })).place).toBe(place);
  });

  it('cuts a long place in its middle, and never its line', () => {
    const frames = [{ ...app, function: 'shop::'.repeat(50), filename: 'a'.repeat(300) }];
    const { place } = readTitle(createThrown({ frames }));
    expect(place).toHaveLength(120);
    expect(place).toMatch(/^shop::.+\.\.\..+ \(a+\.\.\.a+:12\)$/);
  });

  it('cuts a value to a length for lists', () => {
    expect(readTitle(createThrown({ value: 'x '.repeat(5000) })).value).toHaveLength(500);
  });
});
