import { different, PairTable, same } from './pair-table.ts';
import { type FrameText, raise, say, senderOf, type Sent, toStack, tree } from './shapes.ts';

export const platformPairs = new PairTable();

const net = senderOf('csharp');
const php = senderOf('php');
const ruby = senderOf('ruby');
const elixir = senderOf('elixir');
const cpp = senderOf('native');
const dart = senderOf('dart');

platformPairs.about('.NET', () => {
  const fail = (...frames: readonly FrameText[]) =>
    net('System.InvalidOperationException', 'Sequence contains no elements', frames);
  /** `Task.WhenAll` throws this exception, whose text repeats the text of each member. */
  const aggregate = (...members: readonly (readonly [type: string, value: string])[]) =>
    tree('csharp', [
      ...members
        .map(
          ([type, value], at) =>
            [
              at + 1,
              0,
              `InnerExceptions[${at}]`,
              { type, value, frames: ['Shop.Sync.Pull'] },
            ] as const,
        )
        .toReversed(),
      [
        0,
        undefined,
        '',
        {
          type: 'System.AggregateException',
          value: `One or more errors occurred. ${members.map(([, value]) => `(${value})`).join(' ')}`,
          frames: ['Shop.Jobs.Run'],
        },
      ],
    ]);
  const away = [
    'System.Net.Http.HttpRequestException',
    'Connection refused (10.0.0.7:443)',
  ] as const;
  const denied = ['System.UnauthorizedAccessException', 'no token'] as const;
  return [
    same(
      'an async method whose class is made by the compiler',
      fail('Shop.Checkout+<PayAsync>d__7.MoveNext'),
      fail('Shop.Checkout+<PayAsync>d__12.MoveNext'),
    ),
    same(
      'an async method that the SDK names itself',
      fail('Shop.Checkout+<PayAsync>d__7.MoveNext'),
      fail('Shop.Checkout.PayAsync'),
    ),
    same(
      'a lambda in a method',
      fail('Shop.Checkout+<>c#<Main>b__0_0'),
      fail('Shop.Checkout+<>c#<Main>b__3_2'),
    ),
    same(
      'a lambda with and without what it encloses',
      fail('Shop.Checkout+<>c#<Main>b__0_0'),
      fail('Shop.Checkout+<>c__DisplayClass4_0#<Main>b__1'),
    ),
    same(
      'a local function',
      fail('Shop.Checkout#<Main>g__Total|0_0'),
      fail('Shop.Checkout#<Main>g__Total|2_1'),
    ),
    same(
      'frames of the framework',
      fail('~System.Linq.ThrowHelper.ThrowNoElements', 'Shop.Cart.Total'),
      fail('~System.Linq.Enumerable.First', 'Shop.Cart.Total'),
    ),
    same(
      'the call was awaited through the machinery of tasks',
      fail(
        'Shop.Cart.Total',
        '~System.Runtime.CompilerServices.TaskAwaiter.GetResult',
        'Shop.Cart.Load',
      ),
      fail('Shop.Cart.Total', 'Shop.Cart.Load'),
    ),
    same('one and two like members of an aggregate', aggregate(away), aggregate(away, away)),
    same('members in another order', aggregate(away, denied), aggregate(denied, away)),
    same(
      'a template of Serilog',
      say('csharp', {
        message: 'Order {OrderId} of {User} failed',
        formatted: 'Order 17 of ann failed',
      }),
      say('csharp', {
        message: 'Order {OrderId} of {User} failed',
        formatted: 'Order 4711 of bob failed',
      }),
    ),
    different('two methods', fail('Shop.Cart.Total'), fail('Shop.Cart.Clear')),
    different('two classes', fail('Shop.Cart.Total'), fail('Shop.Invoice.Total')),
    different(
      'async methods of two names',
      fail('Shop.Checkout+<PayAsync>d__7.MoveNext'),
      fail('Shop.Checkout+<RefundAsync>d__7.MoveNext'),
    ),
    different(
      'lambdas of two methods',
      fail('Shop.Checkout+<>c#<Main>b__0_0'),
      fail('Shop.Checkout+<>c#<Load>b__0_0'),
    ),
    different(
      'local functions of one method',
      fail('Shop.Checkout#<Main>g__Total|0_0'),
      fail('Shop.Checkout#<Main>g__Tax|0_1'),
    ),
    different('another member of an aggregate', aggregate(away), aggregate(denied)),
    different(
      'never thrown: two messages',
      net('System.Exception', 'queue is full'),
      net('System.Exception', 'license is missing'),
    ),
    different(
      'two templates of Serilog',
      say('csharp', { message: 'Order {OrderId} failed', formatted: 'Order 17 failed' }),
      say('csharp', { message: 'Order {OrderId} vanished', formatted: 'Order 17 vanished' }),
    ),
  ];
});

platformPairs.about('PHP', () => {
  const fail = (...frames: readonly FrameText[]) => php('RuntimeException', 'no', frames);
  return [
    same(
      'the folder of a release',
      fail('App\\Cart::total @ /var/www/releases/20261123/src/Cart.php'),
      fail('App\\Cart::total @ /var/www/releases/20261201/src/Cart.php'),
    ),
    same(
      'a closure with the place of its birth',
      fail('{closure:App\\Cart::total():12} @ /src/Cart.php'),
      fail('{closure:App\\Cart::total():31} @ /src/Cart.php'),
    ),
    same(
      'a class without a name',
      fail('class@anonymous\0/srv/a/src/Cart.php:12$0::total @ /src/Cart.php'),
      fail('class@anonymous\0/srv/b/src/Cart.php:31$1::total @ /src/Cart.php'),
    ),
    same(
      'a compiled template of Twig',
      fail('__TwigTemplate_3f2a9c1b77c0de11::doDisplay @ /var/cache/3f/3f2a9c1b77c0de11.php'),
      fail('__TwigTemplate_0c8b4f28c5d9e7aa::doDisplay @ /var/cache/0c/0c8b4f28c5d9e7aa.php'),
    ),
    same(
      'a compiled view of Laravel',
      fail('require @ /storage/framework/views/3f2a9c1b77c0de113f2a9c1b77c0de11.php'),
      fail('require @ /storage/framework/views/0c8b4f28c5d9e7aa0c8b4f28c5d9e7aa.php'),
    ),
    same(
      'a framework upgraded',
      fail(
        '~Laravel\\Kernel::handle @ /vendor/laravel/framework/Kernel.php',
        'App\\Cart::total @ /src/Cart.php',
      ),
      fail(
        '~Laravel\\Kernel::send @ /vendor/laravel/framework/Kernel.php',
        'App\\Cart::total @ /src/Cart.php',
      ),
    ),
    same(
      'a template of Monolog',
      say('php', { message: 'Order {id} failed', params: ['17'], formatted: 'Order 17 failed' }),
      say('php', { message: 'Order {id} failed', params: ['18'], formatted: 'Order 18 failed' }),
    ),
    different(
      'two methods',
      fail('App\\Cart::total @ /src/Cart.php'),
      fail('App\\Cart::clear @ /src/Cart.php'),
    ),
    different('two files', fail('total @ /src/Cart.php'), fail('total @ /src/Invoice.php')),
    different(
      'code that was edited',
      fail('App\\Cart::total @ /src/Cart.php | return $a / $b;'),
      fail('App\\Cart::total @ /src/Cart.php | throw new E($x);'),
    ),
    different(
      'closures of two methods',
      fail('{closure:App\\Cart::total():12} @ /src/Cart.php'),
      fail('{closure:App\\Cart::clear():12} @ /src/Cart.php'),
    ),
    different(
      'two types',
      fail('App\\Cart::total @ /src/Cart.php'),
      php('TypeError', 'no', ['App\\Cart::total @ /src/Cart.php']),
    ),
    different(
      'two closures of the kernel',
      fail('{closure} @ /src/Cart.php'),
      fail('{closure} @ /src/Mail.php'),
    ),
  ];
});

platformPairs.about('Ruby', () => {
  const fail = (...frames: readonly FrameText[]) =>
    ruby('NoMethodError', "undefined method 'x' for nil", frames);
  const view = 'app/views/orders/show.html.erb';
  return [
    same(
      'a template as a method',
      fail(`_app_views_orders_show_html_erb___2819393_70123 @ ${view}`),
      fail(`_app_views_orders_show_html_erb__4471_981 @ ${view}`),
    ),
    same(
      'newer Ruby writes the class before the method',
      fail('Cart#total @ app/models/cart.rb'),
      fail('total @ app/models/cart.rb'),
    ),
    same(
      'a block in a method, as two versions write it',
      fail('block in total @ app/models/cart.rb'),
      fail('block in Cart#total @ app/models/cart.rb'),
    ),
    same(
      'levels of blocks',
      fail('block (2 levels) in total @ app/models/cart.rb'),
      fail('block (3 levels) in total @ app/models/cart.rb'),
    ),
    same(
      'a gem upgraded',
      fail('~call @ /usr/gems/rack-3.0.8/lib/rack.rb', 'total @ app/models/cart.rb'),
      fail('~call @ /usr/gems/rack-3.1.0/lib/rack.rb', 'total @ app/models/cart.rb'),
    ),
    same(
      'no frame of the application: a gem upgraded',
      fail('~call @ /usr/gems/rack-3.0.8/lib/rack.rb'),
      fail('~call @ /usr/gems/rack-3.1.0/lib/rack.rb'),
    ),
    different(
      'two methods',
      fail('total @ app/models/cart.rb'),
      fail('clear @ app/models/cart.rb'),
    ),
    different('two files', fail('total @ app/models/cart.rb'), fail('total @ app/models/order.rb')),
    different(
      'two templates',
      fail(`_app_views_orders_show_html_erb___2819393_70123 @ ${view}`),
      fail('_app_views_orders_index_html_erb___2819393_70123 @ app/views/orders/index.html.erb'),
    ),
    different(
      'code that was edited',
      fail('total @ app/models/cart.rb | items.sum(&:price)'),
      fail('total @ app/models/cart.rb | user.name.strip'),
    ),
    different(
      'blocks of two methods',
      fail('block in total @ app/models/cart.rb'),
      fail('block in clear @ app/models/cart.rb'),
    ),
    different(
      'no frame of the application: two gems',
      fail('~call @ /usr/gems/rack-3.0.8/lib/rack.rb'),
      fail('~call @ /usr/gems/puma-6.0.0/lib/puma.rb'),
    ),
  ];
});

platformPairs.about('Elixir', () => {
  const fail = (...frames: readonly FrameText[]) =>
    elixir('FunctionClauseError', 'no clause', frames);
  return [
    same(
      'an anonymous function has another number',
      fail('anonymous fn/1 in Shop.Cart.total/1 @ lib/shop/cart.ex'),
      fail('anonymous fn/2 in Shop.Cart.total/1 @ lib/shop/cart.ex'),
    ),
    same(
      'a comprehension as Erlang names it',
      fail('Shop.Cart."-total/1-fun-0-"/2 @ lib/shop/cart.ex'),
      fail('Shop.Cart."-total/1-fun-3-"/2 @ lib/shop/cart.ex'),
    ),
    same(
      'dependencies',
      fail('~Plug.call/2 @ deps/plug/lib/plug.ex', 'Shop.Cart.total/1 @ lib/shop/cart.ex'),
      fail('~Plug.run/2 @ deps/plug/lib/plug.ex', 'Shop.Cart.total/1 @ lib/shop/cart.ex'),
    ),
    same(
      'a code line, which this SDK may leave out',
      fail('Shop.Cart.total/1 @ lib/shop/cart.ex | a / b'),
      fail('Shop.Cart.total/1 @ lib/shop/cart.ex'),
    ),
    different(
      'two functions',
      fail('Shop.Cart.total/1 @ lib/shop/cart.ex'),
      fail('Shop.Cart.clear/1 @ lib/shop/cart.ex'),
    ),
    different(
      'two numbers of arguments',
      fail('Shop.Cart.total/1 @ lib/shop/cart.ex'),
      fail('Shop.Cart.total/2 @ lib/shop/cart.ex'),
    ),
    different(
      'anonymous functions of two functions',
      fail('anonymous fn/1 in Shop.Cart.total/1 @ lib/shop/cart.ex'),
      fail('anonymous fn/1 in Shop.Cart.clear/1 @ lib/shop/cart.ex'),
    ),
    different(
      'two types',
      fail('Shop.Cart.total/1 @ lib/shop/cart.ex'),
      elixir('KeyError', 'x', ['Shop.Cart.total/1 @ lib/shop/cart.ex']),
    ),
  ];
});

platformPairs.about('C++, Swift and Objective-C', () => {
  const crash = (...frames: readonly FrameText[]) =>
    cpp('SIGSEGV', 'Segfault', frames, { mechanism: { type: 'signalhandler', handled: false } });
  const address = (at: string, image = '/opt/shop/libpay.so'): Sent => ({
    instruction_addr: at,
    package: image,
    in_app: true,
  });
  /** Android sends its loaded libraries with the event. */
  const loaded = (base: string, offset: string): Sent => ({
    ...crash(address(`0x${(BigInt(base) + BigInt(offset)).toString(16)}`)),
    debug_meta: {
      images: [
        { type: 'elf', code_file: '/opt/shop/libpay.so', image_addr: base, image_size: 65_536 },
      ],
    },
  });
  /** Apple's SDK sends the start of the image with each frame. */
  const hidden = (base: string, offset: string, name = '<redacted>'): Sent => ({
    function: name,
    package: '/private/var/containers/A1/Shop.app/Shop',
    image_addr: base,
    instruction_addr: `0x${(BigInt(base) + BigInt(offset)).toString(16)}`,
    in_app: true,
  });
  /** A captured error has the stack of the thread that captured it. */
  const nsError = (
    type: string,
    code: number,
    frames: readonly FrameText[],
    value = `Gone. (Code: ${code})`,
  ) =>
    raise(
      'cocoa',
      [{ type, value, mechanism: { type: 'NSError', meta: { ns_error: { domain: type, code } } } }],
      {
        threads: {
          values: [{ id: 0, current: true, crashed: false, stacktrace: toStack('cocoa', frames) }],
        },
      },
    );
  const save = ['Store.save()'];
  return [
    same(
      'other addresses of the same calls',
      crash('main', 'pay::charge(int)'),
      crash('main', 'pay::charge(int)'),
    ),
    same(
      'an image in another folder',
      crash('pay::charge(int) @ /private/var/containers/A1/Shop.app/Shop'),
      crash('pay::charge(int) @ /private/var/containers/B2/Shop.app/Shop'),
    ),
    same(
      'a part of a call that the compiler moved',
      crash('pay::charge(int)'),
      crash('pay::charge(int) [clone .cold.3]'),
    ),
    same(
      'a copy that the optimiser made',
      crash('pay_charge.isra.0'),
      crash('pay_charge.constprop.2'),
    ),
    same(
      'a block of Objective-C',
      crash('__21-[Cart checkout]_block_invoke'),
      crash('__21-[Cart checkout]_block_invoke_2'),
    ),
    same(
      'a closure of Swift',
      crash('closure #1 in Cart.checkout()'),
      crash('closure #2 in Cart.checkout()'),
    ),
    same(
      'machinery that ends a program',
      crash('pay::charge(int)', 'abort', 'raise'),
      crash('pay::charge(int)', '__pthread_kill'),
    ),
    same(
      'no symbols: loaded at two addresses',
      crash(address('0x7f001000'), address('0x7f002000')),
      crash(address('0x5f001000'), address('0x5f002000')),
    ),
    same(
      'an error of one code in words of another language',
      nsError('NSCocoaErrorDomain', 4, save),
      nsError('NSCocoaErrorDomain', 4, save, 'Die Datei ist weg.'),
    ),
    same(
      'no symbols, and what was loaded is listed: loaded at two addresses',
      loaded('0x7f0000000000', '0x1f20'),
      loaded('0x5f0000000000', '0x1f20'),
    ),
    different(
      'no symbols, and what was loaded is listed: two calls',
      loaded('0x7f0000000000', '0x1f20'),
      loaded('0x7f0000000000', '0x2a40'),
    ),
    same(
      'symbols that Apple hides: loaded at two addresses',
      crash(hidden('0x100a58000', '0x1f20')),
      crash(hidden('0x104b10000', '0x1f20')),
    ),
    same(
      'symbols that Apple hides, and that are not known',
      crash(hidden('0x100a58000', '0x1f20')),
      crash(hidden('0x104b10000', '0x1f20', '<unknown>')),
    ),
    different(
      'symbols that Apple hides: two calls',
      crash(hidden('0x100a58000', '0x1f20')),
      crash(hidden('0x100a58000', '0x2a40')),
    ),
    different(
      'symbols that Apple hides: two images',
      crash(hidden('0x100a58000', '0x1f20')),
      crash({ ...hidden('0x100a58000', '0x1f20'), package: '/x/Shop.app/Pay' }),
    ),
    different('two calls', crash('pay::charge(int)'), crash('pay::refund(int)')),
    different('two classes', crash('-[Cart checkout]'), crash('-[Order checkout]')),
    different(
      'two signals',
      crash('pay::charge(int)'),
      cpp('SIGABRT', 'Abort', ['pay::charge(int)']),
    ),
    different(
      'closures of two methods',
      crash('closure #1 in Cart.checkout()'),
      crash('closure #1 in Cart.clear()'),
    ),
    different(
      'no symbols: two images',
      crash(address('0x7f001000')),
      crash(address('0x7f001000', '/opt/shop/libcart.so')),
    ),
    different(
      'two codes of one domain',
      nsError('NSCocoaErrorDomain', 4, save),
      nsError('NSCocoaErrorDomain', 260, save),
    ),
    different(
      'two domains of one code',
      nsError('NSCocoaErrorDomain', 4, save),
      nsError('NSURLErrorDomain', 4, save),
    ),
    different(
      'one error of two places',
      nsError('NSCocoaErrorDomain', 4, save),
      nsError('NSCocoaErrorDomain', 4, ['Store.load()']),
    ),
  ];
});

platformPairs.about('Dart', () => {
  const fail = (...frames: readonly FrameText[]) =>
    dart('StateError', 'Bad state: No element', frames);
  return [
    same(
      'a closure in a method',
      fail('Cart.total.<anonymous closure> @ package:shop/cart.dart'),
      fail('Cart.total.<fn> @ package:shop/cart.dart'),
    ),
    same(
      'frames of Flutter',
      fail(
        '~State.setState @ package:flutter/src/widgets/framework.dart',
        'Cart.total @ package:shop/cart.dart',
      ),
      fail(
        '~Element.rebuild @ package:flutter/src/widgets/framework.dart',
        'Cart.total @ package:shop/cart.dart',
      ),
    ),
    same(
      "the SDK's own frames",
      fail(
        'Cart.total @ package:shop/cart.dart',
        'Sentry.captureException @ package:sentry/src/sentry.dart',
      ),
      fail('Cart.total @ package:shop/cart.dart'),
    ),
    different(
      'two methods',
      fail('Cart.total @ package:shop/cart.dart'),
      fail('Cart.clear @ package:shop/cart.dart'),
    ),
    different(
      'two files',
      fail('build @ package:shop/cart.dart'),
      fail('build @ package:shop/order.dart'),
    ),
    different(
      'two types',
      fail('Cart.total @ package:shop/cart.dart'),
      dart('RangeError', 'x', ['Cart.total @ package:shop/cart.dart']),
    ),
  ];
});
