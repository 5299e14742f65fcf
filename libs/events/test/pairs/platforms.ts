import { different, pairsOf, PairTable } from './pair-table.ts';
import {
  type FrameText,
  group,
  raise,
  raisedBy,
  say,
  senderOf,
  type Sent,
  toStack,
} from './shapes.ts';

export const platformPairs = new PairTable();

const cpp = senderOf('native');

platformPairs.about('.NET', () => {
  /** `Task.WhenAll` throws this exception, whose text repeats the text of each member. */
  const aggregate = (...members: readonly string[]) => {
    const texts = members.map((member) => `(${member.split(': ')[1]})`).join(' ');
    return group(
      'csharp',
      'InnerExceptions',
      members.map((member) => `${member} → Shop.Sync.Pull`),
      `System.AggregateException: One or more errors occurred. ${texts} → Shop.Jobs.Run`,
    );
  };
  const away = 'System.Net.Http.HttpRequestException: Connection refused (10.0.0.7:443)';
  const denied = 'System.UnauthorizedAccessException: no token';
  return [
    ...pairsOf(
      raisedBy('csharp', 'System.InvalidOperationException: Sequence contains no elements'),
    )`
      = an async method whose class is made by the compiler ¦ Shop.Checkout+<PayAsync>d__7.MoveNext ¦ Shop.Checkout+<PayAsync>d__12.MoveNext
      = an async method that the SDK names itself ¦ Shop.Checkout+<PayAsync>d__7.MoveNext ¦ Shop.Checkout.PayAsync
      = a lambda in a method ¦ Shop.Checkout+<>c#<Main>b__0_0 ¦ Shop.Checkout+<>c#<Main>b__3_2
      = a lambda with and without what it encloses ¦ Shop.Checkout+<>c#<Main>b__0_0 ¦ Shop.Checkout+<>c__DisplayClass4_0#<Main>b__1
      = a local function ¦ Shop.Checkout#<Main>g__Total|0_0 ¦ Shop.Checkout#<Main>g__Total|2_1
      = frames of the framework ¦ ~System.Linq.ThrowHelper.ThrowNoElements → Shop.Cart.Total ¦ ~System.Linq.Enumerable.First → Shop.Cart.Total
      = the call was awaited through the machinery of tasks
        ¦ Shop.Cart.Total → ~System.Runtime.CompilerServices.TaskAwaiter.GetResult → Shop.Cart.Load ¦ Shop.Cart.Total → Shop.Cart.Load
      ≠ two methods ¦ Shop.Cart.Total ¦ Shop.Cart.Clear
      ≠ two classes ¦ Shop.Cart.Total ¦ Shop.Invoice.Total
      ≠ async methods of two names ¦ Shop.Checkout+<PayAsync>d__7.MoveNext ¦ Shop.Checkout+<RefundAsync>d__7.MoveNext
      ≠ lambdas of two methods ¦ Shop.Checkout+<>c#<Main>b__0_0 ¦ Shop.Checkout+<>c#<Load>b__0_0
      ≠ local functions of one method ¦ Shop.Checkout#<Main>g__Total|0_0 ¦ Shop.Checkout#<Main>g__Tax|0_1
    `,
    ...pairsOf(aggregate)`
      = one and two like members of an aggregate ¦ ${away} ¦ ${away} → ${away}
      = members in another order ¦ ${away} → ${denied} ¦ ${denied} → ${away}
      ≠ another member of an aggregate ¦ ${away} ¦ ${denied}
    `,
    ...pairsOf(raisedBy('csharp'))`
      ≠ never thrown: two messages ¦ System.Exception: queue is full ¦ System.Exception: license is missing
    `,
    ...pairsOf((message, formatted) => say('csharp', { message, formatted }))`
      = a template of Serilog ¦ Order {OrderId} of {User} failed → Order 17 of ann failed ¦ Order {OrderId} of {User} failed → Order 4711 of bob failed
      ≠ two templates of Serilog ¦ Order {OrderId} failed → Order 17 failed ¦ Order {OrderId} vanished → Order 17 vanished
    `,
  ];
});

platformPairs.about('PHP', () => [
  ...pairsOf(raisedBy('php', 'RuntimeException: no'))`
    = the folder of a release ¦ App\Cart::total @ /var/www/releases/20261123/src/Cart.php ¦ App\Cart::total @ /var/www/releases/20261201/src/Cart.php
    = a closure with the place of its birth ¦ {closure:App\Cart::total():12} @ /src/Cart.php ¦ {closure:App\Cart::total():31} @ /src/Cart.php
    = a class without a name ¦ class@anonymous␀/srv/a/src/Cart.php:12$0::total @ /src/Cart.php ¦ class@anonymous␀/srv/b/src/Cart.php:31$1::total @ /src/Cart.php
    = a compiled template of Twig
      ¦ __TwigTemplate_3f2a9c1b77c0de11::doDisplay @ /var/cache/3f/3f2a9c1b77c0de11.php
      ¦ __TwigTemplate_0c8b4f28c5d9e7aa::doDisplay @ /var/cache/0c/0c8b4f28c5d9e7aa.php
    = a compiled view of Laravel
      ¦ require @ /storage/framework/views/3f2a9c1b77c0de113f2a9c1b77c0de11.php ¦ require @ /storage/framework/views/0c8b4f28c5d9e7aa0c8b4f28c5d9e7aa.php
    = a framework upgraded
      ¦ ~Laravel\Kernel::handle @ /vendor/laravel/framework/Kernel.php → App\Cart::total @ /src/Cart.php
      ¦ ~Laravel\Kernel::send @ /vendor/laravel/framework/Kernel.php → App\Cart::total @ /src/Cart.php
    ≠ two methods ¦ App\Cart::total @ /src/Cart.php ¦ App\Cart::clear @ /src/Cart.php
    ≠ two files ¦ total @ /src/Cart.php ¦ total @ /src/Invoice.php
    ≠ code that was edited ¦ App\Cart::total @ /src/Cart.php | return $a / $b; ¦ App\Cart::total @ /src/Cart.php | throw new E($x);
    ≠ closures of two methods ¦ {closure:App\Cart::total():12} @ /src/Cart.php ¦ {closure:App\Cart::clear():12} @ /src/Cart.php
    ≠ two closures of the kernel ¦ {closure} @ /src/Cart.php ¦ {closure} @ /src/Mail.php
  `,
  ...pairsOf(raisedBy('php'))`
    ≠ two types ¦ RuntimeException: no → App\Cart::total @ /src/Cart.php ¦ TypeError: no → App\Cart::total @ /src/Cart.php
  `,
  ...pairsOf((id) => {
    return say('php', {
      message: 'Order {id} failed',
      params: [id],
      formatted: `Order ${id} failed`,
    });
  })`= a template of Monolog ¦ 17 ¦ 18`,
]);

platformPairs.about('Ruby', () => {
  const view = 'app/views/orders/show.html.erb';
  return pairsOf(raisedBy('ruby', "NoMethodError: undefined method 'x' for nil"))`
    = a template as a method ¦ _app_views_orders_show_html_erb___2819393_70123 @ ${view} ¦ _app_views_orders_show_html_erb__4471_981 @ ${view}
    = newer Ruby writes the class before the method ¦ Cart#total @ app/models/cart.rb ¦ total @ app/models/cart.rb
    = a block in a method, as two versions write it ¦ block in total @ app/models/cart.rb ¦ block in Cart#total @ app/models/cart.rb
    = levels of blocks ¦ block (2 levels) in total @ app/models/cart.rb ¦ block (3 levels) in total @ app/models/cart.rb
    = a gem upgraded
      ¦ ~call @ /usr/gems/rack-3.0.8/lib/rack.rb → total @ app/models/cart.rb ¦ ~call @ /usr/gems/rack-3.1.0/lib/rack.rb → total @ app/models/cart.rb
    = no frame of the application: a gem upgraded ¦ ~call @ /usr/gems/rack-3.0.8/lib/rack.rb ¦ ~call @ /usr/gems/rack-3.1.0/lib/rack.rb
    ≠ two methods ¦ total @ app/models/cart.rb ¦ clear @ app/models/cart.rb
    ≠ two files ¦ total @ app/models/cart.rb ¦ total @ app/models/order.rb
    ≠ two templates
      ¦ _app_views_orders_show_html_erb___2819393_70123 @ ${view} ¦ _app_views_orders_index_html_erb___2819393_70123 @ app/views/orders/index.html.erb
    ≠ code that was edited ¦ total @ app/models/cart.rb | items.sum(&:price) ¦ total @ app/models/cart.rb | user.name.strip
    ≠ blocks of two methods ¦ block in total @ app/models/cart.rb ¦ block in clear @ app/models/cart.rb
    ≠ no frame of the application: two gems ¦ ~call @ /usr/gems/rack-3.0.8/lib/rack.rb ¦ ~call @ /usr/gems/puma-6.0.0/lib/puma.rb
  `;
});

platformPairs.about('Elixir', () => [
  ...pairsOf(raisedBy('elixir', 'FunctionClauseError: no clause'))`
    = an anonymous function has another number ¦ anonymous fn/1 in Shop.Cart.total/1 @ lib/shop/cart.ex ¦ anonymous fn/2 in Shop.Cart.total/1 @ lib/shop/cart.ex
    = a comprehension as Erlang names it ¦ Shop.Cart."-total/1-fun-0-"/2 @ lib/shop/cart.ex ¦ Shop.Cart."-total/1-fun-3-"/2 @ lib/shop/cart.ex
    = dependencies
      ¦ ~Plug.call/2 @ deps/plug/lib/plug.ex → Shop.Cart.total/1 @ lib/shop/cart.ex ¦ ~Plug.run/2 @ deps/plug/lib/plug.ex → Shop.Cart.total/1 @ lib/shop/cart.ex
    = a code line, which this SDK may leave out ¦ Shop.Cart.total/1 @ lib/shop/cart.ex | a / b ¦ Shop.Cart.total/1 @ lib/shop/cart.ex
    ≠ two functions ¦ Shop.Cart.total/1 @ lib/shop/cart.ex ¦ Shop.Cart.clear/1 @ lib/shop/cart.ex
    ≠ two numbers of arguments ¦ Shop.Cart.total/1 @ lib/shop/cart.ex ¦ Shop.Cart.total/2 @ lib/shop/cart.ex
    ≠ anonymous functions of two functions ¦ anonymous fn/1 in Shop.Cart.total/1 @ lib/shop/cart.ex ¦ anonymous fn/1 in Shop.Cart.clear/1 @ lib/shop/cart.ex
  `,
  ...pairsOf(raisedBy('elixir'))`
    ≠ two types ¦ FunctionClauseError: no clause → Shop.Cart.total/1 @ lib/shop/cart.ex ¦ KeyError: x → Shop.Cart.total/1 @ lib/shop/cart.ex
  `,
]);

platformPairs.about('C++, Swift and Objective-C', () => {
  const crash = (...frames: readonly FrameText[]) =>
    cpp('SIGSEGV', 'Segfault', frames, { mechanism: { type: 'signalhandler', handled: false } });
  const add = (base: string, offset: string) => `0x${(BigInt(base) + BigInt(offset)).toString(16)}`;
  const unnamed = (text: string): Sent => {
    const [address, image = '/opt/shop/libpay.so'] = text.split(' @ ');
    return { instruction_addr: address, package: image, in_app: true };
  };
  /** Android sends its loaded libraries with the event. */
  const loaded = (base: string, offset: string): Sent => {
    const image = { type: 'elf', code_file: '/opt/shop/libpay.so', image_addr: base };
    const images = [{ ...image, image_size: 65_536 }];
    return { ...crash(unnamed(add(base, offset))), debug_meta: { images } };
  };
  const shop = '/private/var/containers/A1/Shop.app/Shop';
  /** Apple's SDK sends the start of the image with each frame. */
  const hidden = (base: string, offset: string, name = '<redacted>', image = shop): Sent =>
    crash({
      function: name,
      package: image,
      image_addr: base,
      instruction_addr: add(base, offset),
      in_app: true,
    });
  /** A captured error has the stack of the thread that captured it. */
  const nsError = (type: string, code: string, call: string, value = `Gone. (Code: ${code})`) => {
    const meta = { ns_error: { domain: type, code: Number(code) } };
    const thread = { id: 0, current: true, crashed: false, stacktrace: toStack('cocoa', [call]) };
    const error = { type, value, mechanism: { type: 'NSError', meta } };
    return raise('cocoa', [error], { threads: { values: [thread] } });
  };
  return [
    ...pairsOf(crash)`
      = other addresses of the same calls ¦ main → pay::charge(int) ¦ main → pay::charge(int)
      = an image in another folder ¦ pay::charge(int) @ /private/var/containers/A1/Shop.app/Shop ¦ pay::charge(int) @ /private/var/containers/B2/Shop.app/Shop
      = a part of a call that the compiler moved ¦ pay::charge(int) ¦ pay::charge(int) [clone .cold.3]
      = a copy that the optimiser made ¦ pay_charge.isra.0 ¦ pay_charge.constprop.2
      = a block of Objective-C ¦ __21-[Cart checkout]_block_invoke ¦ __21-[Cart checkout]_block_invoke_2
      = a closure of Swift ¦ closure #1 in Cart.checkout() ¦ closure #2 in Cart.checkout()
      = machinery that ends a program ¦ pay::charge(int) → abort → raise ¦ pay::charge(int) → __pthread_kill
      ≠ two calls ¦ pay::charge(int) ¦ pay::refund(int)
      ≠ two classes ¦ -[Cart checkout] ¦ -[Order checkout]
      ≠ closures of two methods ¦ closure #1 in Cart.checkout() ¦ closure #1 in Cart.clear()
    `,
    different(
      'two signals',
      crash('pay::charge(int)'),
      cpp('SIGABRT', 'Abort', ['pay::charge(int)']),
    ),
    ...pairsOf((...frames) => crash(...frames.map(unnamed)))`
      = no symbols: loaded at two addresses ¦ 0x7f001000 → 0x7f002000 ¦ 0x5f001000 → 0x5f002000
      ≠ no symbols: two images ¦ 0x7f001000 ¦ 0x7f001000 @ /opt/shop/libcart.so
    `,
    ...pairsOf(loaded)`
      = no symbols, and what was loaded is listed: loaded at two addresses ¦ 0x7f0000000000 → 0x1f20 ¦ 0x5f0000000000 → 0x1f20
      ≠ no symbols, and what was loaded is listed: two calls ¦ 0x7f0000000000 → 0x1f20 ¦ 0x7f0000000000 → 0x2a40
    `,
    ...pairsOf(hidden)`
      = symbols that Apple hides: loaded at two addresses ¦ 0x100a58000 → 0x1f20 ¦ 0x104b10000 → 0x1f20
      = symbols that Apple hides, and that are not known ¦ 0x100a58000 → 0x1f20 ¦ 0x104b10000 → 0x1f20 → <unknown>
      ≠ symbols that Apple hides: two calls ¦ 0x100a58000 → 0x1f20 ¦ 0x100a58000 → 0x2a40
      ≠ symbols that Apple hides: two images ¦ 0x100a58000 → 0x1f20 ¦ 0x100a58000 → 0x1f20 → <redacted> → /x/Shop.app/Pay
    `,
    ...pairsOf(nsError)`
      = an error of one code in words of another language ¦ NSCocoaErrorDomain → 4 → Store.save() ¦ NSCocoaErrorDomain → 4 → Store.save() → Die Datei ist weg.
      ≠ two codes of one domain ¦ NSCocoaErrorDomain → 4 → Store.save() ¦ NSCocoaErrorDomain → 260 → Store.save()
      ≠ two domains of one code ¦ NSCocoaErrorDomain → 4 → Store.save() ¦ NSURLErrorDomain → 4 → Store.save()
      ≠ one error of two places ¦ NSCocoaErrorDomain → 4 → Store.save() ¦ NSCocoaErrorDomain → 4 → Store.load()
    `,
  ];
});

platformPairs.about('Dart', () => [
  ...pairsOf(raisedBy('dart', 'StateError: Bad state: No element'))`
    = a closure in a method ¦ Cart.total.<anonymous closure> @ package:shop/cart.dart ¦ Cart.total.<fn> @ package:shop/cart.dart
    = frames of Flutter
      ¦ ~State.setState @ package:flutter/src/widgets/framework.dart → Cart.total @ package:shop/cart.dart
      ¦ ~Element.rebuild @ package:flutter/src/widgets/framework.dart → Cart.total @ package:shop/cart.dart
    = the SDK's own frames
      ¦ Cart.total @ package:shop/cart.dart → Sentry.captureException @ package:sentry/src/sentry.dart ¦ Cart.total @ package:shop/cart.dart
    ≠ two methods ¦ Cart.total @ package:shop/cart.dart ¦ Cart.clear @ package:shop/cart.dart
    ≠ two files ¦ build @ package:shop/cart.dart ¦ build @ package:shop/order.dart
  `,
  ...pairsOf(raisedBy('dart'))`
    ≠ two types ¦ StateError: Bad state: No element → Cart.total @ package:shop/cart.dart ¦ RangeError: x → Cart.total @ package:shop/cart.dart
  `,
]);
