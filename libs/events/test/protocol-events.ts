import { rowsOf } from './pairs/pair-table.ts';

/**
 * Events of SDKs that could not be run here, written after the protocol's documents. The outermost
 * call comes first. See https://develop.sentry.dev/sdk/foundations/transport/event-payloads/
 */
export const protocolEvents: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'browser: a chain of errors': {
    platform: 'javascript',
    sdk: { name: 'sentry.javascript.react', version: '11.12.0' },
    exception: {
      values: [
        {
          type: 'TypeError',
          value: "Cannot read properties of undefined (reading 'price')",
          mechanism: {
            type: 'chained',
            handled: false,
            exception_id: 1,
            parent_id: 0,
            source: 'cause',
          },
          ...framesOf`
            function: HTMLButtonElement.<anonymous> ¦ filename: https://shop.example/assets/app-3f2a9c1b.js ¦ lineno: 1 ¦ colno: 900 ¦ in_app: true
            function: totalOf ¦ filename: https://shop.example/assets/cart.js ¦ lineno: 7 ¦ colno: 12 ¦ in_app: true
          `,
        },
        {
          type: 'CheckoutError',
          value: 'The cart could not be paid',
          mechanism: {
            type: 'auto.browser.global_handlers.onerror',
            handled: false,
            exception_id: 0,
          },
          ...framesOf`
            function: pay ¦ filename: https://shop.example/assets/cart.js ¦ lineno: 40 ¦ colno: 3 ¦ in_app: true
          `,
        },
      ],
    },
    request: {
      url: 'https://shop.example/cart?token=abc',
      headers: {
        'User-Agent':
          'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
      },
    },
  },
  'browser: Promise.any': {
    platform: 'javascript',
    sdk: { name: 'sentry.javascript.browser', version: '11.12.0' },
    exception: {
      values: [
        {
          type: 'Error',
          value: 'mirror 2 is away',
          mechanism: { type: 'chained', exception_id: 2, parent_id: 0, source: 'errors[1]' },
        },
        {
          type: 'Error',
          value: 'mirror 1 is away',
          mechanism: { type: 'chained', exception_id: 1, parent_id: 0, source: 'errors[0]' },
          ...framesOf`
            function: download ¦ filename: https://shop.example/assets/mirror.js ¦ lineno: 9 ¦ in_app: true
          `,
        },
        {
          type: 'AggregateError',
          value: 'All promises were rejected',
          mechanism: {
            type: 'auto.browser.global_handlers.onunhandledrejection',
            handled: false,
            exception_id: 0,
            is_exception_group: true,
          },
        },
      ],
    },
  },
  'Node.js: a route of Express': {
    platform: 'node',
    sdk: { name: 'sentry.javascript.node', version: '11.12.0' },
    exception: {
      values: [
        {
          type: 'RangeError',
          value: 'Invalid time value',
          ...framesOf`
            function: Layer.handle ¦ module: router.lib:layer ¦ filename: /srv/shop/node_modules/router/lib/layer.js ¦ lineno: 152 ¦ in_app: false
            function: toInvoice ¦ module: invoices:to-invoice ¦ filename: /srv/shop/src/invoices/to-invoice.ts ¦ lineno: 31 ¦ colno: 24 ¦ in_app: true
            function: Date.toISOString ¦ filename: <anonymous> ¦ in_app: true
          `,
        },
      ],
    },
  },
  'PHP: Laravel': {
    platform: 'php',
    sdk: { name: 'sentry.php.laravel', version: '4.20.0' },
    exception: {
      values: [
        {
          type: 'Illuminate\\Database\\QueryException',
          value: 'SQLSTATE[42S02]: Base table or view not found',
          ...framesOf`
            function: App\Http\Controllers\OrderController::index ¦ filename: /app/Http/Controllers/OrderController.php
              ¦ abs_path: /srv/shop/app/Http/Controllers/OrderController.php ¦ lineno: 22 ¦ in_app: true
            function: Illuminate\Database\Connection::runQueryCallback
              ¦ filename: /vendor/laravel/framework/src/Illuminate/Database/Connection.php
              ¦ abs_path: /srv/shop/vendor/laravel/framework/src/Illuminate/Database/Connection.php ¦ lineno: 829
          `,
        },
      ],
    },
  },
  'Ruby: Rails': {
    platform: 'ruby',
    sdk: { name: 'sentry.ruby.rails', version: '6.2.0' },
    exception: {
      values: [
        {
          type: 'NoMethodError',
          value: "undefined method 'price' for nil",
          module: '',
          ...framesOf`
            function: process_action ¦ filename: action_controller/metal/rendering.rb
              ¦ abs_path: /usr/local/bundle/gems/actionpack-8.0.1/lib/action_controller/metal/rendering.rb ¦ lineno: 193
            function: OrdersController#show ¦ filename: app/controllers/orders_controller.rb
              ¦ abs_path: /srv/shop/app/controllers/orders_controller.rb ¦ lineno: 14 ¦ in_app: true
          `,
        },
      ],
    },
  },
  '.NET: an AggregateException': {
    platform: 'csharp',
    sdk: { name: 'sentry.dotnet.aspnetcore', version: '6.0.0' },
    exception: {
      values: [
        {
          type: 'System.InvalidOperationException',
          value: 'The stock of P-7 is empty',
          module: 'System.Private.CoreLib, Version=9.0.0.0',
          mechanism: {
            type: 'chained',
            source: 'InnerExceptions[0]',
            exception_id: 1,
            parent_id: 0,
          },
          ...framesOf`
            function: void Program.Main(string[] args) ¦ module: Shop.Program ¦ filename: Program.cs ¦ lineno: 9 ¦ in_app: true
            function: Take ¦ module: Acme.Shop.Stock ¦ filename: Stock.cs ¦ lineno: 44 ¦ in_app: true
            function: ThrowHelper ¦ module: System.ThrowHelper ¦ in_app: false
          `,
        },
        {
          type: 'System.AggregateException',
          value: 'One or more errors occurred.',
          mechanism: {
            type: 'AppDomain.UnhandledException',
            handled: false,
            exception_id: 0,
            is_exception_group: true,
          },
        },
      ],
    },
  },
  'Kotlin on Android': {
    platform: 'java',
    sdk: { name: 'sentry.java.android', version: '8.53.0' },
    exception: {
      values: [
        {
          type: 'IllegalStateException',
          module: 'kotlin',
          value: 'Fragment CartFragment not attached to an activity.',
          ...framesOf`
            function: main ¦ module: android.app.ActivityThread ¦ filename: ActivityThread.java ¦ lineno: 8177
            function: onClick$lambda$0 ¦ module: com.acme.shop.CartFragment ¦ filename: CartFragment.kt ¦ lineno: 71 ¦ in_app: true
            function: requireActivity ¦ module: androidx.fragment.app.Fragment ¦ filename: Fragment.java ¦ lineno: 1000
          `,
        },
      ],
    },
  },
  'Swift: a crash with threads': {
    platform: 'cocoa',
    sdk: { name: 'sentry.cocoa', version: '9.0.0' },
    exception: {
      values: [
        {
          type: 'EXC_BAD_ACCESS',
          value: 'Attempted to dereference null pointer.',
          thread_id: 0,
          mechanism: { type: 'mach', handled: false },
        },
      ],
    },
    threads: {
      values: [
        {
          id: 0,
          name: 'main',
          crashed: true,
          current: true,
          main: true,
          ...framesOf`
            function: UIApplicationMain ¦ package: /System/Library/PrivateFrameworks/UIKitCore.framework/UIKitCore
              ¦ instruction_addr: 0x19b0 ¦ in_app: false
            function: CartView.checkout() ¦ package: /private/var/containers/Bundle/Application/Shop.app/Shop
              ¦ filename: CartView.swift ¦ lineno: 88 ¦ instruction_addr: 0x1000 ¦ in_app: true
          `,
        },
        { id: 1, name: 'com.apple.NSURLSession', crashed: false, current: false },
      ],
    },
  },
  'C++: a crash without symbols': {
    platform: 'native',
    sdk: { name: 'sentry.native', version: '0.12.0' },
    exception: {
      values: [
        {
          type: 'SIGSEGV',
          value: 'Segfault',
          mechanism: { type: 'signalhandler', handled: false },
          ...framesOf`
            instruction_addr: 0x7f2200001234 ¦ package: /lib/x86_64-linux-gnu/libc.so.6
            instruction_addr: 0x55d000001abc ¦ package: /opt/shop/bin/shopd
          `,
        },
      ],
    },
    debug_meta: {
      images: [
        {
          type: 'elf',
          code_file: '/opt/shop/bin/shopd',
          image_addr: '0x55d000000000',
          image_size: 65536,
        },
      ],
    },
  },
  'Dart: Flutter': {
    platform: 'dart',
    sdk: { name: 'sentry.dart.flutter', version: '9.8.0' },
    exception: {
      values: [
        {
          type: 'StateError',
          value: 'Bad state: No element',
          ...framesOf`
            function: _CartPageState.build ¦ package: shop ¦ filename: cart_page.dart
              ¦ abs_path: package:shop/cart_page.dart ¦ lineno: 52 ¦ in_app: true
            function: ListBase.first ¦ filename: list.dart ¦ abs_path: dart:collection/list.dart ¦ lineno: 61 ¦ in_app: false
          `,
        },
      ],
    },
  },
  'Elixir: Phoenix': {
    platform: 'elixir',
    sdk: { name: 'sentry-elixir', version: '11.0.4' },
    exception: [
      {
        type: 'FunctionClauseError',
        value: 'no function clause matching in Shop.Cart.total/1',
        ...framesOf`
          function: Phoenix.Router.__call__/5 ¦ module: Phoenix.Router ¦ filename: lib/phoenix/router.ex ¦ lineno: 484 ¦ in_app: false
          function: Shop.Cart.total/1 ¦ module: Shop.Cart ¦ filename: lib/shop/cart.ex ¦ lineno: 12 ¦ in_app: true
        `,
      },
    ],
  },
  'a message that names its logger': {
    platform: 'other',
    logger: 'acme.billing.Invoices',
    logentry: { message: 'Invoice {} was not paid', params: [17] },
  },
};

/** A tag that reads a frame from each row: its fields as SDKs name them, each with its value. */
function framesOf(lines: TemplateStringsArray) {
  const frames = rowsOf(lines).map((row) => Object.fromEntries(row.map(readField)));
  return { stacktrace: { frames } };
}

function readField(cell: string): [name: string, value: unknown] {
  const [name = '', ...rest] = cell.split(': ');
  const value = rest.join(': ');
  return [name, /^(?:\d+|true|false)$/.test(value) ? JSON.parse(value) : value];
}
