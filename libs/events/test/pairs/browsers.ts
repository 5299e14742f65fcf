import { pairsOf, PairTable } from './pair-table.ts';
import { raisedBy, senderOf } from './shapes.ts';

export const browserPairs = new PairTable();

const js = senderOf('javascript');
const SYNTHETIC = { mechanism: { synthetic: true } };

const CHROME = "Cannot read properties of undefined (reading 'price')";
const FIREFOX = 'can\'t access property "price", item is undefined';
const SAFARI = "undefined is not an object (evaluating 'item.price')";

const cart = 'checkout@~/js/cart.js:40:3';
const main = '~/assets/main-3f2a9c1b.js:1';

browserPairs.about('browsers', () => [
  ...pairsOf(raisedBy('javascript', 'Error: no'))`
    = Chrome names the object of a method, Firefox does not ¦ Object.aha@~/js/test.js:1:3 ¦ aha@~/js/test.js:1:7
    = Chrome names the class of a method ¦ Cart.total@~/js/test.js:1:3 ¦ total@~/js/test.js:1:7
    = Chrome says that a constructor was called with new ¦ new Cart@~/js/test.js:1:3 ¦ Cart@~/js/test.js:1:7
    = Chrome and Firefox say that a call went on after an await ¦ async pay@~/js/pay.js:1:3 ¦ async*pay@~/js/pay.js:1:3
    = Safari says nothing of an await ¦ async pay@~/js/pay.js:1:3 ¦ pay@~/js/pay.js:1:3
    = Chrome says under which other name a method is known ¦ Object.pay [as submit]@~/js/pay.js:1:3 ¦ pay@~/js/pay.js:1:3
    = an anonymous function has a mark of its own in Firefox
      ¦ test/<@~/js/test.js:1:3 → pay@~/js/pay.js:2:2 ¦ <anonymous>@~/js/test.js:1:3 → pay@~/js/pay.js:2:2
    = an anonymous function has no name at all in Safari ¦ @~/js/test.js:1:3 → pay@~/js/pay.js:2:2 ¦ test/</<@~/js/test.js:1:3 → pay@~/js/pay.js:2:2
    = the code of a file as a whole is called global code by Safari
      ¦ global code@~/js/main.js:1:3 → pay@~/js/pay.js:2:2 ¦ ?@~/js/main.js:1:3 → pay@~/js/pay.js:2:2
    = module code in Safari is nothing in Firefox ¦ module code@~/js/main.js:1:3 → pay@~/js/pay.js:2:2 ¦ @~/js/main.js:1:3 → pay@~/js/pay.js:2:2
    = Safari lists native calls ¦ ${cart} → forEach@[native code] → add@~/js/cart.js:2:2 ¦ ${cart} → add@~/js/cart.js:2:2
    = Chrome lists native calls without a file
      ¦ ${cart} → Array.forEach@<anonymous> → add@~/js/cart.js:2:2 ¦ ${cart} → forEach@[native code] → add@~/js/cart.js:2:2
    = Chrome lists Promise.all with its index ¦ async Promise.all@index 0 → ${cart} ¦ ${cart}
    = a handler of a button has the element before it in Chrome ¦ HTMLButtonElement.onSubmit@~/js/form.js:1:3 ¦ onSubmit@~/js/form.js:1:3
    = a worker made of a blob has another address in each page
      ¦ parse@blob:https://shop.example/0f8fad5b-d9cb-469f-a165-70867728950e:1:3 ¦ parse@blob:https://shop.example/7c9e6679-7425-40de-944b-e07fc1f90ae7:1:3
    = an address of webpack and its file ¦ parse@webpack-internal:///./src/parse.ts:1:3 ¦ parse@webpack://shop/./src/parse.ts?3f2a:1:3
    = webpack's layer before a file ¦ parse@webpack-internal:///(app-pages-browser)/./src/parse.ts:1:3 ¦ parse@webpack-internal:///./src/parse.ts:1:3
    = frames of an extension around ¦ wrap@chrome-extension://abcdefgh/inject.js:1:3 → ${cart} ¦ ${cart}
    = frames of the SDK's wrapper ¦ HTMLButtonElement.sentryWrapped@~/js/vendor.js:1:3 → ${cart} ¦ ${cart}
    = a library called otherwise in between ¦ dispatch@~/node_modules/react-dom/index.js:9:3 → ${cart} ¦ flush@~/node_modules/react-dom/index.js:9:3 → ${cart}
    ≠ code that was edited where a source is known
      ¦ total@webpack://shop/./src/cart.ts:9:3 | return item.price * n; ¦ total@webpack://shop/./src/cart.ts:9:3 | throw new Error("no stock");
    ≠ a word of eight letters is no hash ¦ pay@~/js/user-Settings.js:1:3 ¦ pay@~/js/user-Overview.js:1:3
    ≠ two words of eight letters are no hash ¦ pay@~/js/views-UserList.js:1:3 ¦ pay@~/js/views-UserEdit.js:1:3
    = a hash without a digit, where all files are called by hashes ¦ pay@~/_nuxt/DlAUqK2U.js:1:3 ¦ pay@~/_nuxt/CgnPLkRt.js:1:3
    = a version before two endings ¦ pay@~/js/jquery-3.6.0.min.js:1:3 ¦ pay@~/js/jquery-3.7.1.min.js:1:3
    = a version after a dot ¦ pay@~/js/app.1.2.3.js:1:3 ¦ pay@~/js/app.1.10.0.js:1:3
    = a folder of a numbered build ¦ pay@~/build-1234/app.js:1:3 ¦ pay@~/build-1235/app.js:1:3
    = the folder of a user of Windows, as an address ¦ pay@file:///C:/Users/ann/shop/app.js:1:3 ¦ pay@file:///D:/Users/bob/shop/app.js:1:3
    = Safari does not say that a call is of a getter ¦ get total [as total]@~/js/cart.js:1:3 ¦ total@~/js/cart.js:1:3
  `,
  ...pairsOf((value) => js('TypeError', value))`
    = a property of undefined, without a stack, in Chrome and Firefox ¦ ${CHROME} ¦ ${FIREFOX}
    = a property of undefined, without a stack, in Chrome and Safari ¦ ${CHROME} ¦ ${SAFARI}
    = older Chrome words the same otherwise ¦ ${CHROME} ¦ Cannot read property 'price' of undefined
    = a property of null in Chrome and Safari
      ¦ Cannot read properties of null (reading 'focus') ¦ null is not an object (evaluating 'document.querySelector("#a").focus')
    = a property of null in Chrome and Firefox ¦ Cannot read properties of null (reading 'focus') ¦ can't access property "focus", this.input is null
    = Firefox of 2018 words the same otherwise ¦ ${CHROME} ¦ item is undefined, can't access property "price" of it
    = older Firefox names a minified variable alone, deployed again ¦ a is undefined ¦ t is undefined
    = older Firefox names a property of a minified variable ¦ e.cart is null ¦ n.cart is null
    ≠ older Firefox: two variables ¦ cart is undefined ¦ user is undefined
    ≠ older Firefox: two properties of minified variables ¦ e.cart is undefined ¦ e.user is undefined
    ≠ older Firefox: undefined and null ¦ a is undefined ¦ a is null
    ≠ older Firefox says nothing of the property: no other engine says so little ¦ ${CHROME} ¦ item is undefined
    ≠ undefined and null are two bugs ¦ ${CHROME} ¦ Cannot read properties of null (reading 'price')
    ≠ another property of undefined, without a stack ¦ ${CHROME} ¦ Cannot read properties of undefined (reading 'name')
    ≠ another property of undefined in Firefox ¦ ${CHROME} ¦ can't access property "name", item is undefined
    ≠ another property of undefined in Safari ¦ ${CHROME} ¦ undefined is not an object (evaluating 'item.name')
    = a fetch that failed, in Chrome and Firefox ¦ Failed to fetch ¦ NetworkError when attempting to fetch resource.
    = a fetch that failed, in Chrome and Safari ¦ Failed to fetch ¦ Load failed
    = a newer SDK adds the host to a fetch that failed ¦ Failed to fetch (api.shop.example) ¦ Load failed (api.shop.example)
    = what is no function, in Chrome and Safari ¦ cart.total is not a function ¦ cart.total is not a function. (In 'cart.total()', 'cart.total' is undefined)
    ≠ another function that is none ¦ cart.total is not a function ¦ cart.clear is not a function
    = a module that cannot be imported, in Chrome and Safari
      ¦ Failed to fetch dynamically imported module: https://shop.example/assets/cart-DlAUqK2U.js ¦ Importing a module script failed.
    = a module that cannot be imported, in Chrome and Firefox
      ¦ Failed to fetch dynamically imported module: https://shop.example/assets/cart-DlAUqK2U.js
      ¦ error loading dynamically imported module: https://shop.example/assets/cart-DlAUqK2U.js
    ≠ a fetch that failed, and a module that cannot be imported ¦ Failed to fetch ¦ Importing a module script failed.
    = an entry of what is undefined, in Chrome and Firefox ¦ Cannot read properties of undefined (reading '0') ¦ can't access property 0, rows is undefined
    = an entry of what is undefined, in Chrome and Safari
      ¦ Cannot read properties of undefined (reading '0') ¦ undefined is not an object (evaluating 'rows[0]')
    = no constructor, in Chrome and Safari ¦ Cart is not a constructor ¦ Cart is not a constructor (evaluating 'new Cart')
    = a circle in JSON, in Chrome and Firefox ¦ Converting circular structure to JSON␤    --> starting at object with constructor ¦ cyclic object value
    = a circle in JSON, in Chrome and Safari
      ¦ Converting circular structure to JSON␤    --> starting at object with constructor ¦ JSON.stringify cannot serialize cyclic structures.
  `,
  ...pairsOf(raisedBy('javascript'))`
    = a variable that is not defined, in Chrome and Safari ¦ ReferenceError: dataLayer is not defined ¦ ReferenceError: Can't find variable: dataLayer
    ≠ another variable that is not defined ¦ ReferenceError: dataLayer is not defined ¦ ReferenceError: gtag is not defined
    = too much recursion is another type in Firefox ¦ RangeError: Maximum call stack size exceeded → ${cart} ¦ InternalError: too much recursion → ${cart}
    = JSON that is HTML, in three engines: Chrome and Firefox
      ¦ SyntaxError: Unexpected token '<', "<!DOCTYPE "... is not valid JSON ¦ SyntaxError: JSON.parse: unexpected character at line 1 column 1 of the JSON data
    = JSON that is HTML, in three engines: Chrome and Safari
      ¦ SyntaxError: Unexpected token < in JSON at position 0 ¦ SyntaxError: JSON Parse error: Unrecognized token '<'
    = JSON that ends early ¦ SyntaxError: Unexpected end of JSON input ¦ SyntaxError: JSON Parse error: Unexpected EOF
    ≠ JSON that ends early, and JSON that is HTML ¦ SyntaxError: Unexpected end of JSON input ¦ SyntaxError: Unexpected token < in JSON at position 0
    = a variable read too early
      ¦ ReferenceError: Cannot access 'store' before initialization ¦ ReferenceError: can't access lexical declaration 'store' before initialization
    = three engines word one error of one place otherwise ¦ TypeError: ${CHROME} → ${cart} ¦ TypeError: ${FIREFOX} → ${cart}
    ≠ two types of one place ¦ TypeError: ${CHROME} → ${cart} ¦ RangeError: Invalid array length → ${cart}
    = minified in three engines
      ¦ TypeError: ${CHROME} → t.value@${main}:90210 → Object.e@${main}:881 ¦ TypeError: ${SAFARI} → value@${main}:90220 → e@${main}:890
    ≠ strangers of one minified bundle: another message ¦ TypeError: ${CHROME} → t@${main}:90210 ¦ TypeError: Invalid price → t@${main}:4021
    ≠ strangers of one minified bundle: another property
      ¦ TypeError: ${CHROME} → @${main}:90210 ¦ TypeError: Cannot read properties of undefined (reading 'user') → @${main}:4021
    ≠ strangers of one minified bundle: another type ¦ TypeError: no → t@${main}:90210 ¦ RangeError: no → t@${main}:4021
    = the id in the message of a minified bundle ¦ Error: Order 4711 is gone → t@${main}:90210 ¦ Error: Order 12 is gone → n@~/assets/main-77c0de11.js:1:80210
    = an index in the message of a place with a name ¦ RangeError: index 7 of 9 → ${cart} ¦ RangeError: index 12 of 3 → ${cart}
    = two users in the message of a place with a name ¦ Error: no profile of ann → ${cart} ¦ Error: no profile of bob → ${cart}
    ≠ a script of another origin says nothing; another error without a stack does ¦ Error: Script error. ¦ Error: ResizeObserver loop limit exceeded
    = a chunk that does not load
      ¦ ChunkLoadError: Loading chunk 12 failed.␤(error: https://shop.example/js/12.3f2a9c1b.js)
      ¦ ChunkLoadError: Loading chunk 7 failed.␤(error: https://shop.example/js/7.77c0de11.js)
    ≠ a rejection with a text that is another
      ¦ UnhandledRejection: Non-Error promise rejection captured with value: timeout
      ¦ UnhandledRejection: Non-Error promise rejection captured with value: offline
    ≠ two errors of React by their codes, in one minified bundle
      ¦ Error: Minified React error #418; visit https://react.dev/errors/418 for the full message. → la@${main}:90210
      ¦ Error: Minified React error #300; visit https://react.dev/errors/300 for the full message. → la@${main}:90210
  `,
  ...pairsOf(raisedBy('javascript', `TypeError: ${CHROME}`))`
    ≠ one error of two functions ¦ ${cart} ¦ addToCart@~/js/cart.js:40:3
    ≠ one function name in two files ¦ render@~/js/cart.js:40:3 ¦ render@~/js/search.js:40:3
    = another host serves the same file ¦ ${cart} ¦ checkout@https://cdn.example/js/cart.js:40:3
    = a query follows the file ¦ ${cart} ¦ checkout@~/js/cart.js?v=20261123:40:3
    = a hash in the name of the file, deployed again ¦ checkout@~/js/cart.3f2a9c1b.js:1:900 ¦ checkout@~/js/cart.77c0de11.js:1:1200
    = a hash of Vite, deployed again ¦ checkout@~/assets/cart-DlAUqK2U.js:1:900 ¦ checkout@~/assets/cart-B_x-9QzT.js:1:1200
    = a hash is the whole name of the file ¦ checkout@~/_nuxt/DlAUqK2U.js:1:900 ¦ checkout@~/_nuxt/Bq81Zx0K.js:1:1200
    = a folder of a release ¦ checkout@~/releases/2026-11-23/js/cart.js:1:900 ¦ checkout@~/releases/2026-12-01/js/cart.js:1:900
    = a version as a folder ¦ checkout@~/v1.4.2/js/cart.js:1:900 ¦ checkout@~/v1.5.0/js/cart.js:1:900
    = the hash of a commit as a folder
      ¦ checkout@~/static/0c8b4f28c5d9e7aab74666c32c19ec31e77dd27c/cart.js:1:900 ¦ checkout@~/static/b74666c32c19ec31e77dd27c0c8b4f28c5d9e7aa/cart.js:1:900
    = the build of Next.js is in the path of its pages
      ¦ submit@app:///_next/static/chunks/app/cart/page-3f2a9c1b77c0de11.js:1:9 ¦ submit@~/_next/static/chunks/app/cart/page-0c8b4f28c5d9e7aa.js:1:9
    ≠ two pages of Next.js
      ¦ submit@~/_next/static/chunks/app/cart/page-3f2a9c1b77c0de11.js:1:9 ¦ submit@~/_next/static/chunks/app/search/page-3f2a9c1b77c0de11.js:1:9
    ≠ page.js and index.js of anonymous functions ¦ @~/page.js:1:900 ¦ @~/index.js:1:900
    = minified names change with each build: one error, deployed again
      ¦ t@${main}:90210 → e@${main}:881 ¦ n@~/assets/main-77c0de11.js:1:91234 → r@~/assets/main-77c0de11.js:1:902
    = a named frame among minified ones, deployed again
      ¦ t@${main}:10 → handlePay@${main}:900 ¦ a@~/assets/main-77c0de11.js:1:20 → handlePay@~/assets/main-77c0de11.js:1:950
    ≠ two named frames among minified ones ¦ t@${main}:10 → handlePay@${main}:900 ¦ t@${main}:10 → openMenu@${main}:900
  `,
  ...pairsOf((keys) =>
    js('Error', `Object captured as exception with keys: ${keys}`, [cart], SYNTHETIC),
  )`
    ≠ an object without a stack of its own, reported by one place ¦ code, message ¦ status, url
    = the same object reported by one place ¦ code, message ¦ code, message
  `,
  ...pairsOf((text) => js('', text, [`t@${main}:90210`], SYNTHETIC))`
    ≠ two captured messages, with the stack of one minified bundle ¦ cart is empty ¦ cart is full
  `,
]);

browserPairs.about('bundles in which no frame of the application has a name', () => {
  /** Returns frames in the file of the first or the second build. */
  const vite = (build: 0 | 1, names: string) =>
    toFrames(
      names,
      (at) => `~/assets/index-${['DlAUqK2U', 'B_x-9QzT'][build]}.js:${40 + at}:${57 + at}`,
    );
  const webpack = (build: 0 | 1, names: string) =>
    toFrames(names, (at) => `~/js/4412.${['3f2a9c1b', '77c0de11'][build]}.js:1:${90_210 + at}`);
  const toFrames = (names: string, toPlace: (at: number) => string) =>
    names
      .split(' → ')
      .map((name, at) => `${name}@${toPlace(at)}`)
      .join(' → ');
  return [
    ...pairsOf(raisedBy('javascript', `TypeError: ${CHROME}`))`
      = names of three letters on short lines, deployed again ¦ ${vite(0, 'Ae → fZt → onx')} ¦ ${vite(1, 'Be → gYs → omw')}
      = generators that were compiled for old engines, deployed again
        ¦ ${webpack(0, 'Generator.next → e._invoke → r')} ¦ ${webpack(1, 't.next → n._invoke → _next → o')}
      = a computed name, deployed again ¦ ${webpack(0, 'e.<computed> → t')} ¦ ${webpack(1, 'n.<computed> [as pay] → o')}
      = under the handler of an element, deployed again ¦ ${vite(0, 'onClick → fZt')} ¦ ${vite(1, 'onClick → gY')}
      ≠ two names of three letters in a file without a hash ¦ pay@~/js/cart.js:40:3 ¦ add@~/js/cart.js:40:3
    `,
    ...pairsOf(raisedBy('javascript'))`
      = Firefox says why a call went on, deployed again
        ¦ TypeError: ${FIREFOX} → ${webpack(0, 'promise callback*r → setTimeout handler*t')} ¦ TypeError: ${CHROME} → ${webpack(1, 'o → a')}
      = no function, where a minifier named the variable, deployed again
        ¦ TypeError: t is not a function → ${webpack(0, 't')} ¦ TypeError: n is not a function → ${webpack(1, 'n')}
      = no function of a module, as webpack calls one, deployed again
        ¦ TypeError: (0 , r.toPrice) is not a function → ${webpack(0, 't')} ¦ TypeError: (0 , i.toPrice) is not a function → ${webpack(1, 'n')}
      = a name that Firefox says with the reason why it went on ¦ Error: no → promise callback*pay@~/js/pay.js:1:3 ¦ Error: no → pay@~/js/pay.js:1:3
      = ids in the message ¦ Error: no order 4711 → ${vite(0, 'fZt')} ¦ Error: no order 12 → ${vite(0, 'Ae')}
      ≠ under handlers of two elements, which all components call so
        ¦ TypeError: ${CHROME} → ${vite(0, 'onClick → fZt')} ¦ TypeError: Invalid price → ${vite(0, 'onClick → gY')}
      ≠ two messages of one place ¦ Error: no order → ${vite(0, 'fZt')} ¦ Error: no customer → ${vite(0, 'fZt')}
      ≠ two properties in one generator
        ¦ TypeError: ${CHROME} → ${webpack(0, 'Generator.next → r')} ¦ TypeError: ${SAFARI.replace('price', 'name')} → ${webpack(0, 'Generator.next → r')}
      ≠ two functions of modules that are none
        ¦ TypeError: (0 , r.toPrice) is not a function → ${webpack(0, 't')} ¦ TypeError: (0 , r.toTotal) is not a function → ${webpack(0, 't')}
    `,
    ...pairsOf(raisedBy('node'))`
      = a server bundle, deployed again
        ¦ Error: no order → t@/app/.next/server/chunks/4412.js:1:90210 ¦ Error: no order → n@/app/.next/server/chunks/871.js:1:80210
      ≠ two messages of a server bundle
        ¦ Error: no order → t@/app/.next/server/chunks/4412.js:1:90210 ¦ Error: no customer → t@/app/.next/server/chunks/4412.js:1:210
    `,
  ];
});
