import { different, PairTable, same } from './pair-table.ts';
import { type FrameText, senderOf, type Sent } from './shapes.ts';

export const nodePairs = new PairTable();

const node = senderOf('node');
const native = senderOf('javascript');

const route: readonly FrameText[] = ['~handle@/srv/shop/node_modules/router/lib/layer.js'];
const invoice = 'toInvoice@/srv/shop/src/invoices/to-invoice.ts:31:24';

function thrown(value: string, frames: readonly FrameText[], type = 'Error'): Sent {
  return node(type, value, frames);
}

/** React Native has one bundle, in which Hermes keeps the names of functions. */
function mobile(value: string, frames: readonly string[], bundle = 'index.android.bundle'): Sent {
  return native(
    'TypeError',
    value,
    frames.map((name) => `${name}@app:///${bundle}:1:88012`),
  );
}

nodePairs.about('Node.js and React Native', () => {
  return [
    same(
      'another invoice',
      thrown('invoice 17', [...route, invoice]),
      thrown('invoice 4711', [...route, invoice]),
    ),
    same(
      'words in the message of one place',
      thrown('no tenant acme', [invoice]),
      thrown('no tenant globex', [invoice]),
    ),
    same(
      'another version of a framework',
      thrown('x', ['~handle@/srv/shop/node_modules/router/lib/layer.js', invoice]),
      thrown('x', ['~handle_request@/srv/shop/node_modules/express/lib/router/layer.js', invoice]),
    ),
    same(
      "Node's own frames",
      thrown('x', [
        '~process.processTicksAndRejections@node:internal/process/task_queues',
        invoice,
      ]),
      thrown('x', [invoice]),
    ),
    same('the call was awaited', thrown('x', [`async ${invoice}`]), thrown('x', [invoice])),
    same(
      'the folder of a release',
      thrown('x', ['pay@/var/www/shop/releases/20261123101500/dist/pay.js:3:1']),
      thrown('x', ['pay@/var/www/shop/releases/20261201093000/dist/pay.js:3:1']),
    ),
    same(
      'folders of two users',
      thrown('x', ['pay@/Users/ann/dev/shop/src/pay.ts:3:1']),
      thrown('x', ['pay@/home/bob/dev/shop/src/pay.ts:3:1']),
    ),
    same(
      'a folder of temporary files',
      thrown('x', ['pay@/tmp/build-8f3a2b/shop/src/pay.ts:3:1']),
      thrown('x', ['pay@/tmp/build-19c0de/shop/src/pay.ts:3:1']),
    ),
    same(
      'a folder of a user of Windows',
      thrown('x', ['pay@C:\\Users\\ann\\shop\\src\\pay.ts:3:1']),
      thrown('x', ['pay@C:\\Users\\bob\\shop\\src\\pay.ts:3:1']),
    ),
    same(
      'the address of a file and its path',
      thrown('x', ['pay@file:///srv/shop/src/pay.ts:3:1']),
      thrown('x', ['pay@/srv/shop/src/pay.ts:3:1']),
    ),
    same(
      'recursion at two depths',
      thrown('x', [invoice, ...Array.from({ length: 3 }, () => 'walk@/srv/shop/src/walk.ts:3:1')]),
      thrown('x', [invoice, ...Array.from({ length: 40 }, () => 'walk@/srv/shop/src/walk.ts:3:1')]),
    ),
    same(
      'the overflow of a stack that two functions fill, cut at either',
      thrown(
        'Maximum call stack size exceeded',
        Array.from(
          { length: 50 },
          (_, at) => `${at % 2 ? 'odd' : 'even'}@/srv/shop/src/walk.ts:3:1`,
        ),
        'RangeError',
      ),
      thrown(
        'Maximum call stack size exceeded',
        Array.from(
          { length: 50 },
          (_, at) => `${at % 2 ? 'even' : 'odd'}@/srv/shop/src/walk.ts:3:1`,
        ),
        'RangeError',
      ),
    ),
    same(
      'a template of an SDK of JavaScript',
      {
        platform: 'node',
        logentry: { message: 'user %s failed', params: ['ann'] },
        message: 'user ann failed',
      },
      {
        platform: 'node',
        logentry: { message: 'user %s failed', params: ['bob'] },
        message: 'user bob failed',
      },
    ),
    different(
      'another function',
      thrown('x', [invoice]),
      thrown('x', ['toReceipt@/srv/shop/src/invoices/to-invoice.ts:31:24']),
    ),
    different(
      'another file',
      thrown('x', [invoice]),
      thrown('x', ['toInvoice@/srv/shop/src/billing/to-invoice.ts:31:24']),
    ),
    different(
      'another caller of the application',
      thrown('x', ['nightly@/srv/shop/src/jobs.ts:1:1', invoice]),
      thrown('x', ['onRequest@/srv/shop/src/http.ts:1:1', invoice]),
    ),
    different('another type', thrown('x', [invoice]), thrown('x', [invoice], 'RangeError')),
    different(
      'two anonymous functions of two files',
      thrown('x', ['<anonymous>@/srv/shop/src/a.ts:1:1']),
      thrown('x', ['<anonymous>@/srv/shop/src/b.ts:1:1']),
    ),
    different(
      'two anonymous functions whose code is known',
      thrown('x', ['<anonymous>@/srv/shop/src/a.ts:1:1 | throw new Error(one);']),
      thrown('x', ['<anonymous>@/srv/shop/src/a.ts:1:1 | await pool.query(two);']),
    ),
    different(
      'no frame of the application: two libraries',
      thrown('x', ['~query@/srv/shop/node_modules/pg/lib/client.js:1:1']),
      thrown('x', ['~send@/srv/shop/node_modules/ioredis/built/redis.js:1:1']),
    ),
    same(
      'no frame of the application: the same library, upgraded',
      thrown('x', [
        '~query@/srv/shop/node_modules/.pnpm/pg@8.11.0/node_modules/pg/lib/client.js:1:1',
      ]),
      thrown('x', [
        '~query@/srv/shop/node_modules/.pnpm/pg@8.12.1/node_modules/pg/lib/client.js:1:1',
      ]),
    ),
    different(
      'without a stack: another message',
      node('Error', 'connect ECONNREFUSED'),
      node('Error', 'socket hang up'),
    ),
    same(
      'without a stack: another address',
      node('Error', 'connect ECONNREFUSED 10.0.0.7:5432'),
      node('Error', 'connect ECONNREFUSED 10.0.0.9:5432'),
    ),
    different(
      'without a stack: another host that is named',
      node('Error', 'getaddrinfo ENOTFOUND redis'),
      node('Error', 'getaddrinfo ENOTFOUND postgres'),
    ),

    same(
      'React Native on Android and iOS',
      mobile('x', ['onPress', 'pay']),
      mobile('x', ['onPress', 'pay'], 'main.jsbundle'),
    ),
    same(
      'React Native: minified, deployed again',
      mobile('undefined is not a function', ['t', 'e']),
      mobile('undefined is not a function', ['n', 'r']),
    ),
    different(
      'React Native: two functions',
      mobile('x', ['onPress', 'pay']),
      mobile('x', ['onPress', 'refund']),
    ),
    different(
      'React Native: minified strangers',
      mobile('undefined is not a function', ['t']),
      mobile("Property 'user' doesn't exist", ['t']),
    ),
  ];
});

nodePairs.about('deployed ten times', () => {
  const hashes = '0123456789'.split('').map((digit) => `a${digit}f3${digit}c9b`);
  const build = (hash: string, name: string) =>
    native('TypeError', "Cannot read properties of undefined (reading 'id')", [
      `${name}@https://shop.example/static/js/main.${hash}.js:2:${name.charCodeAt(0)}77`,
    ]);
  const [first = '', ...later] = hashes;
  return later.map((hash, at) =>
    same(`build ${at + 2}`, build(first, 'a'), build(hash, 'bcdefghij'[at]!)),
  );
});

nodePairs.about('templates that were compiled into functions', () => {
  const render = ['render@/srv/shop/src/pages.js:9:3 | return res.render(name, data);'];
  const ejs = '~ejs.renderFile@/srv/shop/node_modules/ejs/lib/ejs.js:422:12';
  const of = (file: string, root = '/srv/shop', line = 12) =>
    `~eval@"${root}/views/${file}":${line}:14`;
  const fail = (...frames: readonly FrameText[]) =>
    thrown(
      "/srv/shop/views/cart.ejs:3\n >> 3| <%= item.price %>\n\nCannot read properties of undefined (reading 'price')",
      [...render, ejs, ...frames],
      'TypeError',
    );
  const pug = (call: string, line: number) =>
    `~${call}@eval at wrap (/srv/shop/node_modules/pug-runtime/wrap.js:6:10), <anonymous>:${line}:7`;
  return [
    same('a template of EJS, edited', fail(of('cart.ejs')), fail(of('cart.ejs', '/srv/shop', 31))),
    same(
      'a template of EJS, in the folder of another release',
      fail(of('cart.ejs', '/srv/shop/releases/20261124101112')),
      fail(of('cart.ejs', '/srv/shop/releases/20261201093000')),
    ),
    same(
      'a template of EJS: a loop in it',
      fail(of('cart.ejs')),
      fail(of('cart.ejs'), '~Array.forEach@<anonymous>', of('cart.ejs')),
    ),
    same(
      'a template that its compiler does not name: the compiler upgraded',
      fail(pug('template', 15)),
      fail(pug('eval', 17)),
    ),
    different('two templates of EJS', fail(of('cart.ejs')), fail(of('order.ejs'))),
    different(
      'a template and one that it includes',
      fail(of('order.ejs')),
      fail(
        of('order.ejs'),
        '~include@/srv/shop/node_modules/ejs/lib/ejs.js:640:47',
        of('part.ejs'),
      ),
    ),
    different(
      'a template within a package is of the package',
      thrown('x', [...render, '~eval@"/srv/shop/node_modules/admin/views/a.ejs":3:1']),
      thrown('x', ['~list@/srv/shop/src/admin.js:9:3', of('a.ejs')]),
    ),
  ];
});

nodePairs.about('recursion that was cut', () => {
  const calls = ['walk', 'odd', 'walk', 'even'];
  /**
   * Returns the newest calls of a recursion that is `depth` calls deep. Node.js keeps 10 of them.
   */
  const deep = (
    depth: number,
    { kept = 10, between = [] as readonly FrameText[], start = 0 } = {},
  ) =>
    Array.from({ length: depth }, (_, at) => `${calls[(start + at) % 4]}@/srv/shop/src/tree.js:3:1`)
      .flatMap((frame): FrameText[] => [frame, ...between])
      .slice(-kept);
  const fail = (frames: readonly FrameText[]) => thrown('no leaf', frames);
  const wrapped = ['wrap', 'check', 'wrap', 'pay'].map(
    (name) => `${name}@/srv/shop/src/pay.js:1:1`,
  );
  const overflow = (frames: readonly FrameText[]) =>
    thrown('Maximum call stack size exceeded', frames, 'RangeError');
  const jackson = '~jackson@/srv/shop/node_modules/serialise/index.js:9:9';
  const libraries = (start: number) =>
    Array.from(
      { length: 120 },
      (_, at) => `~${['a', 'b', 'c'][(start + at) % 3]}@/srv/shop/node_modules/x/index.js:1:1`,
    );
  return [
    same('in two members', fail(deep(90)), fail(deep(91, { start: 1 }))),
    same(
      'and one that was not, so that its callers are there',
      fail([...route, invoice, ...deep(7, { start: 1 })]),
      fail(deep(90)),
    ),
    same(
      'and one of which the last caller was kept',
      fail([invoice, ...deep(9, { kept: 9 })]),
      fail(deep(90)),
    ),
    same(
      'with libraries between its members',
      fail(deep(90, { between: [jackson] })),
      fail(deep(90, { between: [jackson], start: 1 })),
    ),
    same(
      'of libraries alone, where the thirty calls that count begin in two members',
      fail(libraries(0)),
      fail(libraries(1)),
    ),
    same(
      'too deep: what was called last goes round, too',
      overflow([...deep(60, { kept: 50 }), ...Array<string>(3).fill('size@/srv/shop/src/size.js')]),
      overflow(deep(60, { kept: 50 })),
    ),
    different(
      'no recursion: one function wraps two calls of two callers',
      fail([route[0]!, 'nightly@/srv/shop/src/jobs.js:1:1', ...wrapped]),
      fail([route[0]!, 'onRequest@/srv/shop/src/http.js:1:1', ...wrapped]),
    ),
    different(
      'two recursions',
      fail(deep(90)),
      fail(Array<string>(10).fill('visit@/srv/shop/src/tree.js:3:1')),
    ),
    different(
      'what was called at its end',
      fail([...deep(90, { kept: 9 }), 'parse@/srv/shop/src/leaf.js:3:1']),
      fail([...deep(90, { kept: 9 }), 'price@/srv/shop/src/leaf.js:3:1']),
    ),
  ];
});
