import { different, PairTable, same } from './pair-table.ts';
import { type FrameText, senderOf, type Sent } from './shapes.ts';

export const browserPairs = new PairTable();

const js = senderOf('javascript');
const SHOP = 'https://shop.example';
const CHROME = "Cannot read properties of undefined (reading 'price')";
const FIREFOX = 'can\'t access property "price", item is undefined';
const SAFARI = "undefined is not an object (evaluating 'item.price')";

const cart: readonly FrameText[] = [`checkout@${SHOP}/js/cart.js:40:3`];

function bare(value: string, type = 'TypeError'): Sent {
  return js(type, value);
}

const SYNTHETIC: Sent = { mechanism: { synthetic: true } };

function ofReact(code: number): string {
  return `Minified React error #${code}; visit https://react.dev/errors/${code} for the full message.`;
}

function minified(
  value: string,
  frames: readonly FrameText[],
  type = 'TypeError',
  more: Sent = {},
): Sent {
  return js(type, value, frames, more);
}

browserPairs.about('browsers', () => {
  return [
    same(
      'Chrome names the object of a method, Firefox does not',
      js('Error', 'no', [`Object.aha@${SHOP}/js/test.js:1:3`]),
      js('Error', 'no', [`aha@${SHOP}/js/test.js:1:7`]),
    ),
    same(
      'Chrome names the class of a method',
      js('Error', 'no', [`Cart.total@${SHOP}/js/test.js:1:3`]),
      js('Error', 'no', [`total@${SHOP}/js/test.js:1:7`]),
    ),
    same(
      'Chrome says that a constructor was called with new',
      js('Error', 'no', [`new Cart@${SHOP}/js/test.js:1:3`]),
      js('Error', 'no', [`Cart@${SHOP}/js/test.js:1:7`]),
    ),
    same(
      'Chrome and Firefox say that a call went on after an await',
      js('Error', 'no', [`async pay@${SHOP}/js/pay.js:1:3`]),
      js('Error', 'no', [`async*pay@${SHOP}/js/pay.js:1:3`]),
    ),
    same(
      'Safari says nothing of an await',
      js('Error', 'no', [`async pay@${SHOP}/js/pay.js:1:3`]),
      js('Error', 'no', [`pay@${SHOP}/js/pay.js:1:3`]),
    ),
    same(
      'Chrome says under which other name a method is known',
      js('Error', 'no', [`Object.pay [as submit]@${SHOP}/js/pay.js:1:3`]),
      js('Error', 'no', [`pay@${SHOP}/js/pay.js:1:3`]),
    ),
    same(
      'an anonymous function has a mark of its own in Firefox',
      js('Error', 'no', [`test/<@${SHOP}/js/test.js:1:3`, `pay@${SHOP}/js/pay.js:2:2`]),
      js('Error', 'no', [`<anonymous>@${SHOP}/js/test.js:1:3`, `pay@${SHOP}/js/pay.js:2:2`]),
    ),
    same(
      'an anonymous function has no name at all in Safari',
      js('Error', 'no', [`@${SHOP}/js/test.js:1:3`, `pay@${SHOP}/js/pay.js:2:2`]),
      js('Error', 'no', [`test/</<@${SHOP}/js/test.js:1:3`, `pay@${SHOP}/js/pay.js:2:2`]),
    ),
    same(
      'the code of a file as a whole is called global code by Safari',
      js('Error', 'no', [`global code@${SHOP}/js/main.js:1:3`, `pay@${SHOP}/js/pay.js:2:2`]),
      js('Error', 'no', [`?@${SHOP}/js/main.js:1:3`, `pay@${SHOP}/js/pay.js:2:2`]),
    ),
    same(
      'module code in Safari is nothing in Firefox',
      js('Error', 'no', [`module code@${SHOP}/js/main.js:1:3`, `pay@${SHOP}/js/pay.js:2:2`]),
      js('Error', 'no', [`@${SHOP}/js/main.js:1:3`, `pay@${SHOP}/js/pay.js:2:2`]),
    ),
    same(
      'Safari lists native calls',
      js('Error', 'no', [...cart, 'forEach@[native code]', `add@${SHOP}/js/cart.js:2:2`]),
      js('Error', 'no', [...cart, `add@${SHOP}/js/cart.js:2:2`]),
    ),
    same(
      'Chrome lists native calls without a file',
      js('Error', 'no', [...cart, 'Array.forEach@<anonymous>', `add@${SHOP}/js/cart.js:2:2`]),
      js('Error', 'no', [...cart, 'forEach@[native code]', `add@${SHOP}/js/cart.js:2:2`]),
    ),
    same(
      'Chrome lists Promise.all with its index',
      js('Error', 'no', ['async Promise.all@index 0', ...cart]),
      js('Error', 'no', cart),
    ),
    same(
      'a handler of a button has the element before it in Chrome',
      js('Error', 'no', [`HTMLButtonElement.onSubmit@${SHOP}/js/form.js:1:3`]),
      js('Error', 'no', [`onSubmit@${SHOP}/js/form.js:1:3`]),
    ),
    same(
      'a property of undefined, without a stack, in Chrome and Firefox',
      bare(CHROME),
      bare(FIREFOX),
    ),
    same(
      'a property of undefined, without a stack, in Chrome and Safari',
      bare(CHROME),
      bare(SAFARI),
    ),
    same(
      'older Chrome words the same otherwise',
      bare(CHROME),
      bare("Cannot read property 'price' of undefined"),
    ),
    same(
      'a property of null in Chrome and Safari',
      bare("Cannot read properties of null (reading 'focus')"),
      bare('null is not an object (evaluating \'document.querySelector("#a").focus\')'),
    ),
    same(
      'a property of null in Chrome and Firefox',
      bare("Cannot read properties of null (reading 'focus')"),
      bare('can\'t access property "focus", this.input is null'),
    ),
    same(
      'Firefox of 2018 words the same otherwise',
      bare(CHROME),
      bare('item is undefined, can\'t access property "price" of it'),
    ),
    same(
      'older Firefox names a minified variable alone, deployed again',
      bare('a is undefined'),
      bare('t is undefined'),
    ),
    same(
      'older Firefox names a property of a minified variable',
      bare('e.cart is null'),
      bare('n.cart is null'),
    ),
    different('older Firefox: two variables', bare('cart is undefined'), bare('user is undefined')),
    different(
      'older Firefox: two properties of minified variables',
      bare('e.cart is undefined'),
      bare('e.user is undefined'),
    ),
    different('older Firefox: undefined and null', bare('a is undefined'), bare('a is null')),
    different(
      'older Firefox says nothing of the property: no other engine says so little',
      bare(CHROME),
      bare('item is undefined'),
    ),
    different(
      'undefined and null are two bugs',
      bare(CHROME),
      bare("Cannot read properties of null (reading 'price')"),
    ),
    different(
      'another property of undefined, without a stack',
      bare(CHROME),
      bare("Cannot read properties of undefined (reading 'name')"),
    ),
    different(
      'another property of undefined in Firefox',
      bare(CHROME),
      bare('can\'t access property "name", item is undefined'),
    ),
    different(
      'another property of undefined in Safari',
      bare(CHROME),
      bare("undefined is not an object (evaluating 'item.name')"),
    ),
    same(
      'a fetch that failed, in Chrome and Firefox',
      bare('Failed to fetch'),
      bare('NetworkError when attempting to fetch resource.'),
    ),
    same('a fetch that failed, in Chrome and Safari', bare('Failed to fetch'), bare('Load failed')),
    same(
      'a newer SDK adds the host to a fetch that failed',
      bare('Failed to fetch (api.shop.example)'),
      bare('Load failed (api.shop.example)'),
    ),
    same(
      'what is no function, in Chrome and Safari',
      bare('cart.total is not a function'),
      bare("cart.total is not a function. (In 'cart.total()', 'cart.total' is undefined)"),
    ),
    different(
      'another function that is none',
      bare('cart.total is not a function'),
      bare('cart.clear is not a function'),
    ),
    same(
      'a variable that is not defined, in Chrome and Safari',
      bare('dataLayer is not defined', 'ReferenceError'),
      bare("Can't find variable: dataLayer", 'ReferenceError'),
    ),
    different(
      'another variable that is not defined',
      bare('dataLayer is not defined', 'ReferenceError'),
      bare('gtag is not defined', 'ReferenceError'),
    ),
    same(
      'too much recursion is another type in Firefox',
      js('RangeError', 'Maximum call stack size exceeded', cart),
      js('InternalError', 'too much recursion', cart),
    ),
    same(
      'JSON that is HTML, in three engines: Chrome and Firefox',
      bare('Unexpected token \'<\', "<!DOCTYPE "... is not valid JSON', 'SyntaxError'),
      bare('JSON.parse: unexpected character at line 1 column 1 of the JSON data', 'SyntaxError'),
    ),
    same(
      'JSON that is HTML, in three engines: Chrome and Safari',
      bare('Unexpected token < in JSON at position 0', 'SyntaxError'),
      bare("JSON Parse error: Unrecognized token '<'", 'SyntaxError'),
    ),
    same(
      'JSON that ends early',
      bare('Unexpected end of JSON input', 'SyntaxError'),
      bare('JSON Parse error: Unexpected EOF', 'SyntaxError'),
    ),
    different(
      'JSON that ends early, and JSON that is HTML',
      bare('Unexpected end of JSON input', 'SyntaxError'),
      bare('Unexpected token < in JSON at position 0', 'SyntaxError'),
    ),
    same(
      'a module that cannot be imported, in Chrome and Safari',
      bare(`Failed to fetch dynamically imported module: ${SHOP}/assets/cart-DlAUqK2U.js`),
      bare('Importing a module script failed.'),
    ),
    same(
      'a module that cannot be imported, in Chrome and Firefox',
      bare(`Failed to fetch dynamically imported module: ${SHOP}/assets/cart-DlAUqK2U.js`),
      bare(`error loading dynamically imported module: ${SHOP}/assets/cart-DlAUqK2U.js`),
    ),
    different(
      'a fetch that failed, and a module that cannot be imported',
      bare('Failed to fetch'),
      bare('Importing a module script failed.'),
    ),
    same(
      'a variable read too early',
      bare("Cannot access 'store' before initialization", 'ReferenceError'),
      bare("can't access lexical declaration 'store' before initialization", 'ReferenceError'),
    ),
    same(
      'three engines word one error of one place otherwise',
      js('TypeError', CHROME, cart),
      js('TypeError', FIREFOX, cart),
    ),
    different(
      'one error of two functions',
      js('TypeError', CHROME, cart),
      js('TypeError', CHROME, [`addToCart@${SHOP}/js/cart.js:40:3`]),
    ),
    different(
      'one function name in two files',
      js('TypeError', CHROME, [`render@${SHOP}/js/cart.js:40:3`]),
      js('TypeError', CHROME, [`render@${SHOP}/js/search.js:40:3`]),
    ),
    different(
      'two types of one place',
      js('TypeError', CHROME, cart),
      js('RangeError', 'Invalid array length', cart),
    ),
    same(
      'another host serves the same file',
      js('TypeError', CHROME, cart),
      js('TypeError', CHROME, ['checkout@https://cdn.example/js/cart.js:40:3']),
    ),
    same(
      'a query follows the file',
      js('TypeError', CHROME, cart),
      js('TypeError', CHROME, [`checkout@${SHOP}/js/cart.js?v=20261123:40:3`]),
    ),
    same(
      'a hash in the name of the file, deployed again',
      js('TypeError', CHROME, [`checkout@${SHOP}/js/cart.3f2a9c1b.js:1:900`]),
      js('TypeError', CHROME, [`checkout@${SHOP}/js/cart.77c0de11.js:1:1200`]),
    ),
    same(
      'a hash of Vite, deployed again',
      js('TypeError', CHROME, [`checkout@${SHOP}/assets/cart-DlAUqK2U.js:1:900`]),
      js('TypeError', CHROME, [`checkout@${SHOP}/assets/cart-B_x-9QzT.js:1:1200`]),
    ),
    same(
      'a hash is the whole name of the file',
      js('TypeError', CHROME, [`checkout@${SHOP}/_nuxt/DlAUqK2U.js:1:900`]),
      js('TypeError', CHROME, [`checkout@${SHOP}/_nuxt/Bq81Zx0K.js:1:1200`]),
    ),
    same(
      'a folder of a release',
      js('TypeError', CHROME, [`checkout@${SHOP}/releases/2026-11-23/js/cart.js:1:900`]),
      js('TypeError', CHROME, [`checkout@${SHOP}/releases/2026-12-01/js/cart.js:1:900`]),
    ),
    same(
      'a version as a folder',
      js('TypeError', CHROME, [`checkout@${SHOP}/v1.4.2/js/cart.js:1:900`]),
      js('TypeError', CHROME, [`checkout@${SHOP}/v1.5.0/js/cart.js:1:900`]),
    ),
    same(
      'the hash of a commit as a folder',
      js('TypeError', CHROME, [
        `checkout@${SHOP}/static/0c8b4f28c5d9e7aab74666c32c19ec31e77dd27c/cart.js:1:900`,
      ]),
      js('TypeError', CHROME, [
        `checkout@${SHOP}/static/b74666c32c19ec31e77dd27c0c8b4f28c5d9e7aa/cart.js:1:900`,
      ]),
    ),
    same(
      'the build of Next.js is in the path of its pages',
      js('TypeError', CHROME, [
        `submit@app:///_next/static/chunks/app/cart/page-3f2a9c1b77c0de11.js:1:9`,
      ]),
      js('TypeError', CHROME, [
        `submit@${SHOP}/_next/static/chunks/app/cart/page-0c8b4f28c5d9e7aa.js:1:9`,
      ]),
    ),
    different(
      'two pages of Next.js',
      js('TypeError', CHROME, [
        `submit@${SHOP}/_next/static/chunks/app/cart/page-3f2a9c1b77c0de11.js:1:9`,
      ]),
      js('TypeError', CHROME, [
        `submit@${SHOP}/_next/static/chunks/app/search/page-3f2a9c1b77c0de11.js:1:9`,
      ]),
    ),
    different(
      'page.js and index.js of anonymous functions',
      js('TypeError', CHROME, [`@${SHOP}/page.js:1:900`]),
      js('TypeError', CHROME, [`@${SHOP}/index.js:1:900`]),
    ),
    same(
      'minified names change with each build: one error, deployed again',
      minified(CHROME, [
        `t@${SHOP}/assets/main-3f2a9c1b.js:1:90210`,
        `e@${SHOP}/assets/main-3f2a9c1b.js:1:881`,
      ]),
      minified(CHROME, [
        `n@${SHOP}/assets/main-77c0de11.js:1:91234`,
        `r@${SHOP}/assets/main-77c0de11.js:1:902`,
      ]),
    ),
    same(
      'minified in three engines',
      minified(CHROME, [
        `t.value@${SHOP}/assets/main-3f2a9c1b.js:1:90210`,
        `Object.e@${SHOP}/assets/main-3f2a9c1b.js:1:881`,
      ]),
      minified(SAFARI, [
        `value@${SHOP}/assets/main-3f2a9c1b.js:1:90220`,
        `e@${SHOP}/assets/main-3f2a9c1b.js:1:890`,
      ]),
    ),
    different(
      'strangers of one minified bundle: another message',
      minified(CHROME, [`t@${SHOP}/assets/main-3f2a9c1b.js:1:90210`]),
      minified('Invalid price', [`t@${SHOP}/assets/main-3f2a9c1b.js:1:4021`]),
    ),
    different(
      'strangers of one minified bundle: another property',
      minified(CHROME, [`@${SHOP}/assets/main-3f2a9c1b.js:1:90210`]),
      minified("Cannot read properties of undefined (reading 'user')", [
        `@${SHOP}/assets/main-3f2a9c1b.js:1:4021`,
      ]),
    ),
    different(
      'strangers of one minified bundle: another type',
      minified('no', [`t@${SHOP}/assets/main-3f2a9c1b.js:1:90210`]),
      minified('no', [`t@${SHOP}/assets/main-3f2a9c1b.js:1:4021`], 'RangeError'),
    ),
    same(
      'the id in the message of a minified bundle',
      minified('Order 4711 is gone', [`t@${SHOP}/assets/main-3f2a9c1b.js:1:90210`], 'Error'),
      minified('Order 12 is gone', [`n@${SHOP}/assets/main-77c0de11.js:1:80210`], 'Error'),
    ),
    same(
      'a named frame among minified ones, deployed again',
      minified(CHROME, [
        `t@${SHOP}/assets/main-3f2a9c1b.js:1:10`,
        `handlePay@${SHOP}/assets/main-3f2a9c1b.js:1:900`,
      ]),
      minified(CHROME, [
        `a@${SHOP}/assets/main-77c0de11.js:1:20`,
        `handlePay@${SHOP}/assets/main-77c0de11.js:1:950`,
      ]),
    ),
    different(
      'two named frames among minified ones',
      minified(CHROME, [
        `t@${SHOP}/assets/main-3f2a9c1b.js:1:10`,
        `handlePay@${SHOP}/assets/main-3f2a9c1b.js:1:900`,
      ]),
      minified(CHROME, [
        `t@${SHOP}/assets/main-3f2a9c1b.js:1:10`,
        `openMenu@${SHOP}/assets/main-3f2a9c1b.js:1:900`,
      ]),
    ),
    same(
      'a worker made of a blob has another address in each page',
      js('Error', 'no', [
        'parse@blob:https://shop.example/0f8fad5b-d9cb-469f-a165-70867728950e:1:3',
      ]),
      js('Error', 'no', [
        'parse@blob:https://shop.example/7c9e6679-7425-40de-944b-e07fc1f90ae7:1:3',
      ]),
    ),
    same(
      'an address of webpack and its file',
      js('Error', 'no', ['parse@webpack-internal:///./src/parse.ts:1:3']),
      js('Error', 'no', ['parse@webpack://shop/./src/parse.ts?3f2a:1:3']),
    ),
    same(
      "webpack's layer before a file",
      js('Error', 'no', ['parse@webpack-internal:///(app-pages-browser)/./src/parse.ts:1:3']),
      js('Error', 'no', ['parse@webpack-internal:///./src/parse.ts:1:3']),
    ),
    same(
      'frames of an extension around',
      js('Error', 'no', ['wrap@chrome-extension://abcdefgh/inject.js:1:3', ...cart]),
      js('Error', 'no', cart),
    ),
    same(
      "frames of the SDK's wrapper",
      js('Error', 'no', [`HTMLButtonElement.sentryWrapped@${SHOP}/js/vendor.js:1:3`, ...cart]),
      js('Error', 'no', cart),
    ),
    same(
      'a library called otherwise in between',
      js('Error', 'no', [`dispatch@${SHOP}/node_modules/react-dom/index.js:9:3`, ...cart]),
      js('Error', 'no', [`flush@${SHOP}/node_modules/react-dom/index.js:9:3`, ...cart]),
    ),
    different(
      'code that was edited where a source is known',
      js('Error', 'no', ['total@webpack://shop/./src/cart.ts:9:3 | return item.price * n;']),
      js('Error', 'no', ['total@webpack://shop/./src/cart.ts:9:3 | throw new Error("no stock");']),
    ),
    same(
      'an index in the message of a place with a name',
      js('RangeError', 'index 7 of 9', cart),
      js('RangeError', 'index 12 of 3', cart),
    ),
    same(
      'two users in the message of a place with a name',
      js('Error', 'no profile of ann', cart),
      js('Error', 'no profile of bob', cart),
    ),
    different(
      'a script of another origin says nothing; another error without a stack does',
      js('Error', 'Script error.'),
      js('Error', 'ResizeObserver loop limit exceeded'),
    ),
    same(
      'a chunk that does not load',
      js('ChunkLoadError', `Loading chunk 12 failed.\n(error: ${SHOP}/js/12.3f2a9c1b.js)`),
      js('ChunkLoadError', `Loading chunk 7 failed.\n(error: ${SHOP}/js/7.77c0de11.js)`),
    ),
    different(
      'a rejection with a text that is another',
      js('UnhandledRejection', 'Non-Error promise rejection captured with value: timeout'),
      js('UnhandledRejection', 'Non-Error promise rejection captured with value: offline'),
    ),
    different(
      'an object without a stack of its own, reported by one place',
      js('Error', 'Object captured as exception with keys: code, message', cart, SYNTHETIC),
      js('Error', 'Object captured as exception with keys: status, url', cart, SYNTHETIC),
    ),
    same(
      'the same object reported by one place',
      js('Error', 'Object captured as exception with keys: code, message', cart, SYNTHETIC),
      js('Error', 'Object captured as exception with keys: code, message', cart, SYNTHETIC),
    ),
    different(
      'two captured messages, with the stack of one minified bundle',
      minified('cart is empty', [`t@${SHOP}/assets/main-3f2a9c1b.js:1:90210`], '', SYNTHETIC),
      minified('cart is full', [`t@${SHOP}/assets/main-3f2a9c1b.js:1:90210`], '', SYNTHETIC),
    ),
    different(
      'two errors of React by their codes, in one minified bundle',
      minified(ofReact(418), [`la@${SHOP}/assets/main-3f2a9c1b.js:1:90210`], 'Error'),
      minified(ofReact(300), [`la@${SHOP}/assets/main-3f2a9c1b.js:1:90210`], 'Error'),
    ),
    different(
      'a word of eight letters is no hash',
      js('Error', 'no', [`pay@${SHOP}/js/user-Settings.js:1:3`]),
      js('Error', 'no', [`pay@${SHOP}/js/user-Overview.js:1:3`]),
    ),
    different(
      'two words of eight letters are no hash',
      js('Error', 'no', [`pay@${SHOP}/js/views-UserList.js:1:3`]),
      js('Error', 'no', [`pay@${SHOP}/js/views-UserEdit.js:1:3`]),
    ),
    same(
      'a hash without a digit, where all files are called by hashes',
      js('Error', 'no', [`pay@${SHOP}/_nuxt/DlAUqK2U.js:1:3`]),
      js('Error', 'no', [`pay@${SHOP}/_nuxt/CgnPLkRt.js:1:3`]),
    ),
    same(
      'a version before two endings',
      js('Error', 'no', [`pay@${SHOP}/js/jquery-3.6.0.min.js:1:3`]),
      js('Error', 'no', [`pay@${SHOP}/js/jquery-3.7.1.min.js:1:3`]),
    ),
    same(
      'a version after a dot',
      js('Error', 'no', [`pay@${SHOP}/js/app.1.2.3.js:1:3`]),
      js('Error', 'no', [`pay@${SHOP}/js/app.1.10.0.js:1:3`]),
    ),
    same(
      'a folder of a numbered build',
      js('Error', 'no', [`pay@${SHOP}/build-1234/app.js:1:3`]),
      js('Error', 'no', [`pay@${SHOP}/build-1235/app.js:1:3`]),
    ),
    same(
      'the folder of a user of Windows, as an address',
      js('Error', 'no', ['pay@file:///C:/Users/ann/shop/app.js:1:3']),
      js('Error', 'no', ['pay@file:///D:/Users/bob/shop/app.js:1:3']),
    ),
    same(
      'Safari does not say that a call is of a getter',
      js('Error', 'no', [`get total [as total]@${SHOP}/js/cart.js:1:3`]),
      js('Error', 'no', [`total@${SHOP}/js/cart.js:1:3`]),
    ),
    same(
      'an entry of what is undefined, in Chrome and Firefox',
      bare("Cannot read properties of undefined (reading '0')"),
      bare("can't access property 0, rows is undefined"),
    ),
    same(
      'an entry of what is undefined, in Chrome and Safari',
      bare("Cannot read properties of undefined (reading '0')"),
      bare("undefined is not an object (evaluating 'rows[0]')"),
    ),
    same(
      'no constructor, in Chrome and Safari',
      bare('Cart is not a constructor'),
      bare("Cart is not a constructor (evaluating 'new Cart')"),
    ),
    same(
      'a circle in JSON, in Chrome and Firefox',
      bare('Converting circular structure to JSON\n    --> starting at object with constructor'),
      bare('cyclic object value'),
    ),
    same(
      'a circle in JSON, in Chrome and Safari',
      bare('Converting circular structure to JSON\n    --> starting at object with constructor'),
      bare('JSON.stringify cannot serialize cyclic structures.'),
    ),
  ];
});

browserPairs.about('bundles in which no frame of the application has a name', () => {
  const vite = (hash: string, ...names: readonly string[]) =>
    names.map((name, at) => `${name}@${SHOP}/assets/index-${hash}.js:${40 + at}:${57 + at}`);
  const webpack = (hash: string, ...names: readonly string[]) =>
    names.map((name, at) => `${name}@${SHOP}/js/4412.${hash}.js:1:${90_210 + at}`);
  const ids = ['DlAUqK2U', 'B_x-9QzT'] as const;
  const hashes = ['3f2a9c1b', '77c0de11'] as const;
  return [
    same(
      'names of three letters on short lines, deployed again',
      minified(CHROME, vite(ids[0], 'Ae', 'fZt', 'onx')),
      minified(CHROME, vite(ids[1], 'Be', 'gYs', 'omw')),
    ),
    same(
      'generators that were compiled for old engines, deployed again',
      minified(CHROME, webpack(hashes[0], 'Generator.next', 'e._invoke', 'r')),
      minified(CHROME, webpack(hashes[1], 't.next', 'n._invoke', '_next', 'o')),
    ),
    same(
      'a computed name, deployed again',
      minified(CHROME, webpack(hashes[0], 'e.<computed>', 't')),
      minified(CHROME, webpack(hashes[1], 'n.<computed> [as pay]', 'o')),
    ),
    same(
      'Firefox says why a call went on, deployed again',
      minified(FIREFOX, webpack(hashes[0], 'promise callback*r', 'setTimeout handler*t')),
      minified(CHROME, webpack(hashes[1], 'o', 'a')),
    ),
    same(
      'no function, where a minifier named the variable, deployed again',
      minified('t is not a function', webpack(hashes[0], 't')),
      minified('n is not a function', webpack(hashes[1], 'n')),
    ),
    same(
      'no function of a module, as webpack calls one, deployed again',
      minified('(0 , r.toPrice) is not a function', webpack(hashes[0], 't')),
      minified('(0 , i.toPrice) is not a function', webpack(hashes[1], 'n')),
    ),
    same(
      'a name that Firefox says with the reason why it went on',
      js('Error', 'no', [`promise callback*pay@${SHOP}/js/pay.js:1:3`]),
      js('Error', 'no', [`pay@${SHOP}/js/pay.js:1:3`]),
    ),
    same(
      'ids in the message',
      minified('no order 4711', vite(ids[0], 'fZt'), 'Error'),
      minified('no order 12', vite(ids[0], 'Ae'), 'Error'),
    ),
    same(
      'under the handler of an element, deployed again',
      minified(CHROME, vite(ids[0], 'onClick', 'fZt')),
      minified(CHROME, vite(ids[1], 'onClick', 'gY')),
    ),
    different(
      'under handlers of two elements, which all components call so',
      minified(CHROME, vite(ids[0], 'onClick', 'fZt')),
      minified('Invalid price', vite(ids[0], 'onClick', 'gY')),
    ),
    different(
      'two messages of one place',
      minified('no order', vite(ids[0], 'fZt'), 'Error'),
      minified('no customer', vite(ids[0], 'fZt'), 'Error'),
    ),
    different(
      'two properties in one generator',
      minified(CHROME, webpack(hashes[0], 'Generator.next', 'r')),
      minified(SAFARI.replace('price', 'name'), webpack(hashes[0], 'Generator.next', 'r')),
    ),
    different(
      'two functions of modules that are none',
      minified('(0 , r.toPrice) is not a function', webpack(hashes[0], 't')),
      minified('(0 , r.toTotal) is not a function', webpack(hashes[0], 't')),
    ),
    different(
      'two names of three letters in a file without a hash',
      minified(CHROME, [`pay@${SHOP}/js/cart.js:40:3`]),
      minified(CHROME, [`add@${SHOP}/js/cart.js:40:3`]),
    ),
    same(
      'a server bundle, deployed again',
      senderOf('node')('Error', 'no order', ['t@/app/.next/server/chunks/4412.js:1:90210']),
      senderOf('node')('Error', 'no order', ['n@/app/.next/server/chunks/871.js:1:80210']),
    ),
    different(
      'two messages of a server bundle',
      senderOf('node')('Error', 'no order', ['t@/app/.next/server/chunks/4412.js:1:90210']),
      senderOf('node')('Error', 'no customer', ['t@/app/.next/server/chunks/4412.js:1:210']),
    ),
  ];
});
