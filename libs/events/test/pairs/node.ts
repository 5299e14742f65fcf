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

/** React Native: one bundle, named functions of Hermes. */
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
