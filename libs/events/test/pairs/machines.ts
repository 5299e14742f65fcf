import { different, type Pair, pairsOf, PairTable, rowsOf, same } from './pair-table.ts';
import { type FrameText, raise, raisedBy, say, senderOf, type Sent } from './shapes.ts';

export const machinePairs = new PairTable();

const js = raisedBy('javascript', 'TypeError: no');
const node = raisedBy('node');
const php = senderOf('php');
const python = senderOf('python');
const cpp = senderOf('native');

machinePairs.about('hashes of bundlers', () => {
  const inFile = (file: string) =>
    file.startsWith('ssr/')
      ? node('TypeError: no', `Buy@/app/.next/server/chunks/${file}.js:1:400`)
      : js(`sumUp@~/${file}.js:1:228`);
  return pairsOf(inFile)`
    = Next 16.4 ¦ _next/static/chunks/2vbrdmo2n34e8 ¦ _next/static/chunks/0cz1d0mv5g_q7
    = Next 16.4: with a hyphen ¦ _next/static/chunks/2vbrdmo2n34e8 ¦ _next/static/chunks/2v8dj2uej4-bc
    = Next 16.4: behind a name ¦ _next/static/chunks/turbopack-2vbrdmo2n34e8 ¦ _next/static/chunks/turbopack-0cz1d0mv5g_q7
    = Next: brackets encoded ¦ _next/static/chunks/app/%5Bslug%5D/page-3f2a9c1b ¦ _next/static/chunks/app/[slug]/page-0c8b4f28
    = a page ¦ ssr/app_(shop)_[slug]_buy_08gr2mxl2wyhg ¦ ssr/app_(shop)_[slug]_buy_1bjlh1fr1dx1o
    = the root ¦ ssr/[root-of-the-server]__08gr2mxl2wyhg._ ¦ ssr/[root-of-the-server]__0cz1d0mv5g_q7._
    = Vite: two words by chance ¦ assets/index-Dx_8Kz1a ¦ assets/index-WlvMegfm
    = Vite: a word that can be spoken ¦ assets/index-phvMklxr ¦ assets/index-BadeMiko
    = SvelteKit ¦ _app/immutable/chunks/DlAUqKtU ¦ _app/immutable/chunks/CgnPLkRt
    = webpack elsewhere ¦ js/cart.WlvMegfm ¦ js/cart.Dx8Kz1ab
    ≠ Next: names ¦ _next/static/chunks/checkout-form ¦ _next/static/chunks/checkout-cart
    ≠ Vite: names ¦ assets/cart-Dx_8Kz1a ¦ assets/order-WlvMegfm
    ≠ words of eight letters ¦ assets/checkout-payments ¦ assets/checkout-vouchers
    ≠ words with capitals ¦ js/views-UserEdit ¦ js/views-Settings
    ≠ two pages ¦ ssr/app_(shop)_buy_08gr2mxl2wyhg ¦ ssr/app_(shop)_pay_08gr2mxl2wyhg
  `;
});

/**
 * Returns a tag that reads `reason ¦ frames ¦ folders`. A program may be installed in each of the
 * folders, in the place of `*`. The first folder makes a pair with each other one.
 */
function inFolders(fail: (...frames: string[]) => Sent) {
  return (lines: TemplateStringsArray): readonly Pair[] =>
    rowsOf(lines).flatMap(([reason, frames = '', ...folders]) => {
      const [first = '', ...others] = folders.join(' ').split(' ');
      const failIn = (folder: string) =>
        fail(...frames.split(' → ').map((frame) => frame.replace('*', folder)));
      return others.map((folder) => same(`${reason}: ${folder}`, failIn(first), failIn(folder)));
    });
}

machinePairs.about('where a program is installed', () => {
  const thrown = raisedBy('node', 'RangeError: no');
  const ofModule = (module: string, filename: string) =>
    senderOf('node')('RangeError', 'no', [
      { function: 'find', module, filename, lineno: 9, colno: 5, in_app: true },
    ]);
  const inPhp = raisedBy('php', 'OrderNotFound: no');
  const cut = (filename: string) =>
    senderOf('php')('OrderNotFound', 'no', [
      { filename, abs_path: `/var/www/html${filename}`, function: 'index', in_app: true },
    ]);
  return [
    ...inFolders(ofModule)`
      Node.js, with a module ¦ orders.db:pool → */orders/db/pool.js ¦ /srv/shop /app /home/deploy/shop /opt/acme/web C:\sites\shop /x/y/z
    `,
    ...inFolders(thrown)`
      Node.js, without one ¦ find@*/src/orders.js:9:5
        ¦ /srv/shop /app /home/deploy/shop /home/ann/code/shop /usr/src/app /var/task /opt/shop /data/shop C:\Users\ann\work\shop
        ¦ /workspace /srv/shop/releases/20261012084511 file:///app /opt/render/project/src /home/deploy/apps/shop
        ¦ C:\Users\vsts\work\1\s /home/runner/_work/shop/shop D:\a\shop\shop C:\Users\ann\source\repos\shop
        ¦ /Users/ann/Documents/GitHub/shop /home/ann/go/src/example.org/acme/shop
      Node.js, in folders that nobody expects
        ¦ run@*/run.js:9:5 → find@*/orders/find.js:9:5 ¦ /vol3/eu/shop-blue /vol4/shop-green /shop
      Electron ¦ openWindow@*/dist/main.js
        ¦ /Applications/Shop.app/Contents/Resources/app.asar C:\Users\ann\AppData\Local\Programs\shop\resources\app.asar
        ¦ /tmp/.mount_ShopXyZ/resources/app.asar /usr/lib/shop/resources/app
    `,
    ...inFolders(js)`
      a phone ¦ pay@*/main.js ¦ https://localhost file:///android_asset/www
        ¦ file:///var/containers/Bundle/Application/8A7B6C5D-1111-2222-3333-444455556666/Shop.app/www
    `,
    ...inFolders(thrown)`
      a package in a monorepo ¦ find@*/packages/a/index.js:1:1 ¦ /srv/shop /app /home/ann/code/shop /vol3/shop
    `,
    ...inFolders(inPhp)`
      a function of PHP ¦ find_order @ */orders/find.php ¦ /var/www/a /var/www/b /app /var/www/html /srv/shop C:\inetpub\wwwroot
      WordPress ¦ find_order @ */wp-content/plugins/orders/find.php
        ¦ /var/www/html /home/u1/domains/shop.example/public_html /opt/bitnami/wordpress
    `,
    ...inFolders(raisedBy('ruby', 'KeyError: no'))`
      a script of Ruby ¦ find @ */lib/orders.rb | fetch(id) ¦ /srv/shop /app /home/deploy/shop
    `,
    ...pairsOf(ofModule)`
      ≠ two packages of a monorepo
        ¦ src:index → /srv/shop/packages/a/src/index.js ¦ src:index → /srv/shop/packages/b/src/index.js
      ≠ two applications of a monorepo ¦ src:index → /srv/shop/apps/a/src/index.js ¦ src:index → /srv/shop/apps/b/src/index.js
      ≠ two folders that no module tells ¦ index → /app/lib/orders/index.js ¦ index → /app/lib/users/index.js
    `,
    ...pairsOf((path) => thrown('run@/vol3/shop/run.js', `find@/${path}/index.js`))`
      ≠ two packages ¦ srv/shop/node_modules/a ¦ srv/shop/node_modules/b
      ≠ two folders nowhere in particular ¦ vol3/shop/orders ¦ vol3/shop/users
    `,
    ...inFolders(inPhp)`a method ¦ App\Cart::add @ */a.php ¦ /x/y /z`,
    ...pairsOf((path) => inPhp(`init @ /var/www/html/wp-content/plugins/${path}`))`
      ≠ two plugins of WordPress ¦ orders/main.php ¦ users/main.php
    `,
    ...pairsOf(cut)`
      ≠ parts of OpenCart ¦ /catalog/controller/cart.php ¦ /admin/controller/cart.php
    `,
  ];
});

machinePairs.about('messages before and after an upgrade of the SDK', () => {
  const text = 'stock list is stale';
  const caller = 'run@/srv/shop/src/app.js:32:12 | Sentry.captureMessage(text)';
  const synthetic = (value: string, frames: readonly FrameText[] = [caller]) =>
    raise('node', [{ value, mechanism: { synthetic: true }, frames }], { message: value });
  const stacktrace = { frames: [{ function: 'run', filename: 'app.rb', in_app: true }] };
  const withThread = (platform: string) =>
    say(platform, text, { threads: { values: [{ id: 1, current: true, stacktrace }] } });
  return [
    same('JavaScript 10 and 11', say('node', text), synthetic(text)),
    same('JavaScript 11, called elsewhere', synthetic(text), synthetic(text, [])),
    same('raven and JavaScript 11', say('node', text, { logger: 'node' }), synthetic(text)),
    same('raven and sentry-ruby', say('ruby', text, { logger: 'ruby' }), withThread('ruby')),
    same('.NET, which adds its thread', say('csharp', text), withThread('csharp')),
    same('numbers in it', say('node', 'row 7 is bad'), synthetic('row 12 is bad')),
    different('two messages', synthetic(text), synthetic('stock is empty')),
    different('a message and an error', synthetic(text), node(`Error: ${text}`, caller)),
    different('loggers', say('ruby', text, { logger: 'a' }), say('ruby', text, { logger: 'b' })),
  ];
});

machinePairs.about('causes without frames of the application', () => {
  const saved = (value: string, ...frames: readonly string[]) =>
    raise('csharp', [
      { type: 'SqlException', value, frames },
      { type: 'DbUpdateException', value: 'See the inner one.', frames: ['Shop.Store.Save'] },
    ]);
  const parsed = (abs_path: string) =>
    python('ValueError', 'no', [
      'shop.load',
      { function: 'loads', module: 'json', abs_path, in_app: true },
    ]);
  const waitFor = (version: string) => ({
    function: 'wait_for',
    module: 'asyncio.tasks',
    abs_path: `/opt/py/lib/python${version}/asyncio/tasks.py`,
    in_app: true,
  });
  const own = 'shop.pay | await asyncio.wait_for(bank(), 3)';
  const cancelled = { type: 'CancelledError', value: '', module: 'asyncio.exceptions' };
  const late = { type: 'TimeoutError', value: '', frames: [own, waitFor('3.12')] };
  return [
    ...pairsOf(saved)`
      = two users ¦ Duplicate key in 'Users': (ann@a.example). → ~Lib.Sql.Run ¦ Duplicate key in 'Users': (bob@b.example). → ~Lib.Sql.Run
    `,
    ...pairsOf(parsed)`
      = Python installed elsewhere ¦ /usr/lib/python3.8/json/a.py ¦ C:\miniconda3\Lib\json\a.py
    `,
    same(
      'asyncio: another Python',
      raise('python', [{ ...late, module: 'asyncio.exceptions', frames: [own, waitFor('3.8')] }]),
      raise('python', [{ ...cancelled, frames: [waitFor('3.12')] }, late]),
    ),
    ...pairsOf(saved)`
      ≠ two causes of one type ¦ Duplicate key. → ~Lib.Sql.Run ¦ String would be truncated. → ~Lib.Sql.Run
      ≠ two causes without any frames ¦ Deadlock. ¦ Login failed.
    `,
    different(
      'an application that cancels, and one that waits too long',
      raise('python', [{ ...cancelled, frames: ['shop.stop | raise CancelledError'] }, late]),
      raise('python', [late]),
    ),
  ];
});

machinePairs.about('names that machines make', () => {
  const jvm = raisedBy('java', 'NoSuchElementException: None.get');
  const compiled = (filename: string) =>
    python('ValueError', 'no', [{ function: 'apply', filename, in_app: true }]);
  return [
    ...pairsOf(jvm)`
      = Clojure: fn ¦ shop.orders$all$fn__123.invoke ¦ shop.orders$all$fn__9.invoke
      = Clojure: eval ¦ shop.rules$eval12.invokeStatic ¦ shop.rules$eval345.invokeStatic
      = Scala, adapted ¦ shop.Orders$.$anonfun$find$1$adapted ¦ shop.Orders$.$anonfun$find$2
      = Kotlin: two compilers ¦ shop.MainKt.main$lambda-0 ¦ shop.MainKt.main$lambda$3
      = Compose ¦ shop.CartKt$lambda-1$1.invoke ¦ shop.CartKt$lambda-3$1.invoke
      = R8: a lambda ¦ shop.Cart.$r8$lambda$3kX9aQ ¦ shop.Cart.$r8$lambda$Zz71bP
      = Android: no package ¦ null.mz3.a ¦ mz3.a
      = Groovy: scripts ¦ Script1.run ¦ Script27.run
    `,
    ...pairsOf(raisedBy('csharp', 'KeyNotFoundException: no'))`
      = F# ¦ Shop.Orders+find@12.Invoke ¦ Shop.Orders+find@31-1.Invoke
      = Visual Basic ¦ Db+_Closure$__._Lambda$__3-0 ¦ Db+_Closure$__._Lambda$__7-1
      = .NET: a compiled expression ¦ Db#lambda_method12 ¦ Db#lambda_method7
    `,
    ...pairsOf((call) => cpp('SIGSEGV', 'crash', ['run', call]))`
      = Visual C++ ¦ <lambda_4f3e2a1b9c8d>::operator() ¦ <lambda_90aa11bb22cc>::operator()
      = GCC ¦ load()::{lambda(int)#1}::run ¦ load()::{lambda(int)#2}::run
      = Clang ¦ load()::$_0::operator() ¦ load()::$_7::operator()
      = Clang's demangler ¦ load()::'lambda'(int)::run ¦ load()::'lambda0'(int)::run
      = GCC, with parentheses ¦ load()::{lambda(std::function<void ()>)#1}::run ¦ load()::{lambda(std::function<void ()>)#2}::run
      = Swift: parts of a function ¦ (1) suspend resume partial function for Cart.pay() ¦ (2) await resume partial function for Cart.pay()
      = Zig ¦ main.load__anon_123 ¦ main.load__anon_77
    `,
    ...pairsOf((name) => raisedBy('javascript')('Error: no', `${name}@~/js/a.js:1:9`))`
      = Rollup: a name that was taken ¦ pay ¦ pay$1
      = webpack: a number in place of a name ¦ Object.4412 ¦ 871
      = WebAssembly ¦ wasm-function[12] ¦ wasm-function[9]
    `,
    ...pairsOf(compiled)`
      = Python: compiled rules ¦ <rule 1> ¦ <rule 27>
      = Jupyter ¦ <ipython-input-3-2f8a7b9c0d1e> ¦ <ipython-input-12-0c8b4f28c5d9>
    `,
    ...pairsOf((digits) => {
      return python('E', 'no', [`unusual_prefix_${digits.repeat(3).slice(8)}_daily.load`]);
    })`= Airflow ¦ 0123456789abcdef ¦ fedcba9876543210`,
    ...pairsOf(raisedBy('ruby', 'E: no'))`
      = Sinatra ¦ __tilt_1820 @ views/cart.erb | price ¦ __tilt_994 @ views/cart.erb | price
      = eval ¦ total @ (eval at /app/lib/a.rb:3) ¦ total @ (eval at /srv/shop/lib/a.rb:9)
    `,
    ...pairsOf((path) => php('E', 'no', [`total @ ${path}`]))`
      = PHP: eval ¦ /app/src/a.php(12) : eval()'d code ¦ /app/src/a.php(31) : eval()'d code
    `,
    ...pairsOf(jvm)`
      ≠ Clojure: two functions ¦ shop.orders$find.invoke ¦ shop.orders$all.invoke
      ≠ Scala: two methods ¦ shop.Orders$.$anonfun$find$1 ¦ shop.Orders$.$anonfun$pay$1
      ≠ Compose: two files ¦ shop.CartKt$lambda-1$1.invoke ¦ shop.OrderKt$lambda-1$1.invoke
      ≠ numbers of people ¦ shop.Report.quarter1 ¦ shop.Report.quarter2
    `,
  ];
});

machinePairs.about('calls that say less than the message', () => {
  const bundle = { filename: 'app:///index.android.bundle', lineno: 1, colno: 5000, in_app: true };
  const hermes = (value: string, name = '?anon_0_') =>
    senderOf('javascript')('Error', value, [{ function: name, ...bundle }]);
  const godot = (filename: string) =>
    cpp('SCRIPT ERROR', 'no hp', [{ function: '_ready', filename, platform: 'gdscript' }]);
  const java = raisedBy('java');
  const late = (record: string) =>
    java(
      `RemoteServiceException: no startForeground(): ServiceRecord{${record}}`,
      '~android.os.Looper.loop',
      '~android.app.ActivityThread.main',
    );
  const at = (frame: string) => (value: string) => node(`Error: ${value}`, frame);
  const anonymous = at('<anonymous>@/srv/shop/src/app.js:3:1 | next(err)');
  const helper = at('invariant@/srv/shop/src/check.js:3:1');
  const passedOn = [
    'return Promise.reject(error);',
    'if (err) throw err;',
    '.catch((e) => { throw e; });',
  ].map((code) => at(`<anonymous>@/srv/shop/src/client.js:3:1 | ${code}`));
  const script = (filename: string) =>
    python('KeyError', 'id', [{ function: 'main', module: '__main__', filename, in_app: true }]);
  const image = { package: '/opt/game', instruction_addr: '0x1010', image_addr: '0x1000' };
  const unnamed = (value: string) => cpp('SIGABRT', value, [image]);
  const pooled = (value: string, ...frames: readonly string[]) =>
    java(`IllegalStateException: ${value}`, ...frames, '~org.pool.Pool.get', '~java.util.List.get');
  return [
    ...pairsOf(hermes)`= Hermes: another number ¦ payment said no ¦ payment said no → ?anon_3_`,
    ...pairsOf(pooled)`= a framework upgraded ¦ no → ~org.web.Old.run ¦ no → ~org.web.New.go`,
    ...pairsOf(late)`= one service ¦ a1b2c3 u0 shop/.Music ¦ 9f00e4 u0 shop/.Music`,
    ...[anonymous, helper].flatMap(
      (fail) => pairsOf(fail)`= numbers ¦ order 7 is gone ¦ order 12 is gone`,
    ),
    ...pairsOf(script)`≠ two scripts of Python ¦ send_mails.py ¦ clean_up.py`,
    ...[hermes, anonymous, helper, unnamed, pooled, ...passedOn].flatMap(
      (fail) => pairsOf(fail)`≠ two errors ¦ payment said no ¦ stock is locked`,
    ),
    ...pairsOf(late)`≠ services ¦ a1b2c3 u0 shop/.Music ¦ a1b2c3 u0 shop/.Upload`,
    ...pairsOf(godot)`≠ scripts of Godot ¦ res://player.gd ¦ res://door.gd`,
  ];
});
