import { pairsOf, PairTable, same } from './pair-table.ts';
import { raisedBy, recursion, type Sent } from './shapes.ts';

export const nodePairs = new PairTable();

const native = raisedBy('javascript');
const route = '~handle@/srv/shop/node_modules/router/lib/layer.js';
const android = 'index.android.bundle';
const invoice = 'toInvoice@/srv/shop/src/invoices/to-invoice.ts:31:24';

/** React Native has one bundle, in which Hermes keeps the names of functions. */
function mobile(bundle: string, value: string, ...names: readonly string[]): Sent {
  return native(`TypeError: ${value}`, ...names.map((name) => `${name}@app:///${bundle}:1:88012`));
}

nodePairs.about('Node.js and React Native', () => {
  const walk = 'walk@/srv/shop/src/walk.ts:3:1';
  const odd = 'odd@/srv/shop/src/walk.ts:3:1';
  const even = 'even@/srv/shop/src/walk.ts:3:1';
  return [
    ...pairsOf(raisedBy('node'))`
      = another invoice ¦ Error: invoice 17 → ${route} → ${invoice} ¦ Error: invoice 4711 → ${route} → ${invoice}
      = words in the message of one place ¦ Error: no tenant acme → ${invoice} ¦ Error: no tenant globex → ${invoice}
      = the overflow of a stack that two functions fill, cut at either
        ¦ RangeError: Maximum call stack size exceeded → ${recursion(50, even, odd)}
        ¦ RangeError: Maximum call stack size exceeded → ${recursion(50, odd, even)}
      ≠ another type ¦ Error: x → ${invoice} ¦ RangeError: x → ${invoice}
      ≠ without a stack: another message ¦ Error: connect ECONNREFUSED ¦ Error: socket hang up
      = without a stack: another address ¦ Error: connect ECONNREFUSED 10.0.0.7:5432 ¦ Error: connect ECONNREFUSED 10.0.0.9:5432
      ≠ without a stack: another host that is named ¦ Error: getaddrinfo ENOTFOUND redis ¦ Error: getaddrinfo ENOTFOUND postgres
    `,
    ...pairsOf(raisedBy('node', 'Error: x'))`
      = recursion at two depths ¦ ${invoice} → ${recursion(3, walk)} ¦ ${invoice} → ${recursion(40, walk)}
      = another version of a framework ¦ ${route} → ${invoice} ¦ ~handle_request@/srv/shop/node_modules/express/lib/router/layer.js → ${invoice}
      = Node's own frames ¦ ~process.processTicksAndRejections@node:internal/process/task_queues → ${invoice} ¦ ${invoice}
      = the call was awaited ¦ async ${invoice} ¦ ${invoice}
      = the folder of a release ¦ pay@/var/www/shop/releases/20261123101500/dist/pay.js:3:1 ¦ pay@/var/www/shop/releases/20261201093000/dist/pay.js:3:1
      = folders of two users ¦ pay@/Users/ann/dev/shop/src/pay.ts:3:1 ¦ pay@/home/bob/dev/shop/src/pay.ts:3:1
      = a folder of temporary files ¦ pay@/tmp/build-8f3a2b/shop/src/pay.ts:3:1 ¦ pay@/tmp/build-19c0de/shop/src/pay.ts:3:1
      = a folder of a user of Windows ¦ pay@C:\Users\ann\shop\src\pay.ts:3:1 ¦ pay@C:\Users\bob\shop\src\pay.ts:3:1
      = the address of a file and its path ¦ pay@file:///srv/shop/src/pay.ts:3:1 ¦ pay@/srv/shop/src/pay.ts:3:1
      ≠ another function ¦ ${invoice} ¦ toReceipt@/srv/shop/src/invoices/to-invoice.ts:31:24
      ≠ another file ¦ ${invoice} ¦ toInvoice@/srv/shop/src/billing/to-invoice.ts:31:24
      ≠ another caller of the application ¦ nightly@/srv/shop/src/jobs.ts:1:1 → ${invoice} ¦ onRequest@/srv/shop/src/http.ts:1:1 → ${invoice}
      ≠ two anonymous functions of two files ¦ <anonymous>@/srv/shop/src/a.ts:1:1 ¦ <anonymous>@/srv/shop/src/b.ts:1:1
      ≠ two anonymous functions whose code is known
        ¦ <anonymous>@/srv/shop/src/a.ts:1:1 | throw new Error(one); ¦ <anonymous>@/srv/shop/src/a.ts:1:1 | await pool.query(two);
      ≠ no frame of the application: two libraries
        ¦ ~query@/srv/shop/node_modules/pg/lib/client.js:1:1 ¦ ~send@/srv/shop/node_modules/ioredis/built/redis.js:1:1
      = no frame of the application: the same library, upgraded
        ¦ ~query@/srv/shop/node_modules/.pnpm/pg@8.11.0/node_modules/pg/lib/client.js:1:1
        ¦ ~query@/srv/shop/node_modules/.pnpm/pg@8.12.1/node_modules/pg/lib/client.js:1:1
    `,
    ...pairsOf((user) => ({
      platform: 'node',
      logentry: { message: 'user %s failed', params: [user] },
      message: `user ${user} failed`,
    }))`= a template of an SDK of JavaScript ¦ ann ¦ bob`,
    ...pairsOf(mobile)`
      = React Native on Android and iOS ¦ ${android} → x → onPress → pay ¦ main.jsbundle → x → onPress → pay
      = React Native: minified, deployed again ¦ ${android} → undefined is not a function → t → e ¦ ${android} → undefined is not a function → n → r
      ≠ React Native: two functions ¦ ${android} → x → onPress → pay ¦ ${android} → x → onPress → refund
      ≠ React Native: minified strangers ¦ ${android} → undefined is not a function → t ¦ ${android} → Property 'user' doesn't exist → t
    `,
  ];
});

nodePairs.about('deployed ten times', () => {
  const build = (number: number) => {
    const name = 'abcdefghij'[number - 1]!;
    const file = `~/static/js/main.a${number - 1}f3${number - 1}c9b.js:2:${name.charCodeAt(0)}77`;
    return native(
      "TypeError: Cannot read properties of undefined (reading 'id')",
      `${name}@${file}`,
    );
  };
  return [2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) =>
    same(`build ${number}`, build(1), build(number)),
  );
});

nodePairs.about('templates that were compiled into functions', () => {
  const render = 'render@/srv/shop/src/pages.js:9:3 | return res.render(name, data);';
  const ejs = '~ejs.renderFile@/srv/shop/node_modules/ejs/lib/ejs.js:422:12';
  const cart = '~eval@"/srv/shop/views/cart.ejs":12:14';
  const order = '~eval@"/srv/shop/views/order.ejs":12:14';
  const pug = 'eval at wrap (/srv/shop/node_modules/pug-runtime/wrap.js:6:10), <anonymous>';
  const failed =
    "TypeError: /srv/shop/views/cart.ejs:3\n >> 3| <%= item.price %>\n\nCannot read properties of undefined (reading 'price')";
  return [
    ...pairsOf((...frames) => raisedBy('node', failed)(render, ejs, ...frames))`
      = a template of EJS, edited ¦ ${cart} ¦ ~eval@"/srv/shop/views/cart.ejs":31:14
      = a template of EJS, in the folder of another release
        ¦ ~eval@"/srv/shop/releases/20261124101112/views/cart.ejs":12:14 ¦ ~eval@"/srv/shop/releases/20261201093000/views/cart.ejs":12:14
      = a template of EJS: a loop in it ¦ ${cart} ¦ ${cart} → ~Array.forEach@<anonymous> → ${cart}
      = a template that its compiler does not name: the compiler upgraded ¦ ~template@${pug}:15:7 ¦ ~eval@${pug}:17:7
      ≠ two templates of EJS ¦ ${cart} ¦ ${order}
      ≠ a template and one that it includes
        ¦ ${order} ¦ ${order} → ~include@/srv/shop/node_modules/ejs/lib/ejs.js:640:47 → ~eval@"/srv/shop/views/part.ejs":12:14
    `,
    ...pairsOf(raisedBy('node', 'Error: x'))`
      ≠ a template within a package is of the package
        ¦ ${render} → ~eval@"/srv/shop/node_modules/admin/views/a.ejs":3:1 ¦ ~list@/srv/shop/src/admin.js:9:3 → ~eval@"/srv/shop/views/a.ejs":12:14
    `,
  ];
});

nodePairs.about('recursion that was cut', () => {
  const walk = 'walk@/srv/shop/src/tree.js:3:1';
  const odd = 'odd@/srv/shop/src/tree.js:3:1';
  const even = 'even@/srv/shop/src/tree.js:3:1';
  const jackson = '~jackson@/srv/shop/node_modules/serialise/index.js:9:9';
  const calls = ['a', 'b', 'c'].map((name) => `~${name}@/srv/shop/node_modules/x/index.js:1:1`);
  const wrapped = ['wrap', 'check', 'wrap', 'pay'].map(
    (name) => `${name}@/srv/shop/src/pay.js:1:1`,
  );
  /** Node.js keeps the ten newest calls of a recursion in `walk`, `odd`, `walk` and `even`. */
  const cut = recursion(10, walk, odd, walk, even);
  return [
    ...pairsOf(raisedBy('node', 'Error: no leaf'))`
      = in two members ¦ ${cut} ¦ ${recursion(10, walk, even, walk, odd)}
      = and one that was not, so that its callers are there ¦ ${route} → ${invoice} → ${recursion(7, odd, walk, even, walk)} ¦ ${cut}
      = and one of which the last caller was kept ¦ ${invoice} → ${recursion(9, walk, odd, walk, even)} ¦ ${cut}
      = with libraries between its members
        ¦ ${recursion(10, odd, jackson, walk, jackson, even, jackson, walk, jackson)}
        ¦ ${recursion(10, walk, jackson, even, jackson, walk, jackson, odd, jackson)}
      = of libraries alone, where the thirty calls that count begin in two members
        ¦ ${recursion(120, ...calls)} ¦ ${recursion(120, ...calls.slice(1), ...calls.slice(0, 1))}
      ≠ no recursion: one function wraps two calls of two callers
        ¦ ${route} → nightly@/srv/shop/src/jobs.js:1:1 → ${recursion(4, ...wrapped)}
        ¦ ${route} → onRequest@/srv/shop/src/http.js:1:1 → ${recursion(4, ...wrapped)}
      ≠ two recursions ¦ ${cut} ¦ ${recursion(10, 'visit@/srv/shop/src/tree.js:3:1')}
      ≠ what was called at its end
        ¦ ${recursion(9, odd, walk, even, walk)} → parse@/srv/shop/src/leaf.js:3:1 ¦ ${recursion(9, odd, walk, even, walk)} → price@/srv/shop/src/leaf.js:3:1
    `,
    ...pairsOf(raisedBy('node', 'RangeError: Maximum call stack size exceeded'))`
      = too deep: what was called last goes round, too
        ¦ ${recursion(50, walk, even, walk, odd)} → ${recursion(3, 'size@/srv/shop/src/size.js')} ¦ ${recursion(50, walk, even, walk, odd)}
    `,
  ];
});
