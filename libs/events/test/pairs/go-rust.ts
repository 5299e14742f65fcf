import { different, PairTable, same, sent } from './pair-table.ts';
import { type FrameText, raise, sayAt, senderOf, type Sent, tree } from './shapes.ts';

export const goAndRustPairs = new PairTable();

const go = senderOf('go');
const rust = senderOf('rust');
const report = 'example.org/shop/http#respond';
const pick = 'example.org/shop/billing#Pick[...]';

function wrapped(prefix: string, cause: string, at: readonly FrameText[] = [report]): Sent {
  return tree('go', [
    [1, 0, 'unwrap', { type: '*errors.errorString', value: cause }],
    [0, undefined, '', { type: '*fmt.wrapError', value: `${prefix}: ${cause}`, frames: at }],
  ]);
}

/**
 * Error of `fmt.Errorf("walk: %w", err)` at each step of a recursion. The SDK sends only the
 * outermost stack.
 */
function walked(times: number, prefix = 'walk'): Sent {
  const nodes = Array.from({ length: times }, (_, at) => {
    const value = `${`${prefix}: `.repeat(times - at)}no such leaf`;
    const frames = at === 0 ? { frames: [report] } : {};
    const from = at === 0 ? ([undefined, ''] as const) : ([at - 1, 'unwrap'] as const);
    return [at, ...from, { type: '*fmt.wrapError', value, ...frames }] as const;
  });
  const root = { type: '*errors.errorString', value: 'no such leaf' };
  return tree('go', [[times, times - 1, 'unwrap', root], ...nodes.toReversed()]);
}

function joined(...values: readonly string[]): Sent {
  const members = values.map(
    (value, at) => [at + 1, 0, `errors[${at}]`, { type: '*errors.errorString', value }] as const,
  );
  const root = { type: '*errors.joinError', value: values.join('\n'), frames: [report] };
  return tree('go', [...members.toReversed(), [0, undefined, '', root]]);
}

function panic(value: string, ...frames: readonly FrameText[]): Sent {
  return go('runtime.boundsError', `runtime error: ${value}`, frames);
}

/**
 * A panic as Rust's SDK sends it: frames of panic handling and of the SDK follow the application's.
 */
function panicked(value: string, call: string, sdk = '0.49.5'): Sent {
  const registry = `/home/dev/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/sentry-panic-${sdk}/src/lib.rs`;
  return rust(
    'panic',
    value,
    [
      call,
      '~core::panicking::panic_fmt @ /rustc/5980/library/core/src/panicking.rs',
      `sentry_panic::handler${sdk.length} @ ${registry}`,
    ],
    { mechanism: { type: 'panic' } },
  );
}

goAndRustPairs.about('Go', () => {
  return [
    different(
      'two errors wrapped at one place',
      wrapped('load', 'no such tenant'),
      wrapped('load', 'tls handshake failed'),
    ),
    different(
      'one error wrapped with two texts',
      wrapped('load', 'record not found'),
      wrapped('save', 'record not found'),
    ),
    different(
      'two errors reported by one place',
      go('*errors.errorString', 'no such tenant', [report]),
      go('*errors.errorString', 'tls handshake failed', [report]),
    ),
    different(
      'one error reported by two places',
      go('*errors.errorString', 'no such tenant', [report]),
      go('*errors.errorString', 'no such tenant', ['example.org/shop/jobs#run']),
    ),
    different(
      'two types of one text',
      go('*store.QueryError', 'failed', [report]),
      go('*store.LockError', 'failed', [report]),
    ),
    different('two children of a join', joined('no such tenant'), joined('tls handshake failed')),
    different(
      'one child more of another kind',
      joined('no such tenant'),
      joined('no such tenant', 'tls handshake failed'),
    ),
    different(
      'two panics of two functions',
      panic('index out of range [3] with length 0', report),
      panic('index out of range [3] with length 0', pick),
    ),
    different(
      'panics of two kinds of one function',
      go('runtime.errorString', 'runtime error: integer divide by zero', [pick]),
      go(
        'runtime.errorString',
        'runtime error: invalid memory address or nil pointer dereference',
        [pick],
      ),
    ),
    different(
      'two packages',
      panic('x', 'example.org/shop/billing#Pick'),
      panic('x', 'example.org/shop/orders#Pick'),
    ),
    different(
      'a method and a function',
      panic('x', 'example.org/shop/billing#(*Cart).Add'),
      panic('x', 'example.org/shop/billing#Add'),
    ),
    different(
      'one text in two functions',
      sayAt('go', 'gone', [report]),
      sayAt('go', 'gone', [pick]),
    ),
    same(
      'two ids wrapped at one place',
      wrapped('load order 17', 'record 17 not found'),
      wrapped('load order 4711', 'record 4711 not found'),
    ),
    same(
      'two orders',
      go('*errors.errorString', 'order A-1001 is locked', [report]),
      go('*errors.errorString', 'order A-77 is locked', [report]),
    ),
    same(
      'two addresses',
      wrapped('redis', 'dial tcp 10.0.0.7:6379: connect: connection refused'),
      wrapped('redis', 'dial tcp 10.0.0.9:6379: connect: connection refused'),
    ),
    same(
      'an error wrapped once and three times by one function that calls itself',
      walked(1),
      walked(3),
    ),
    different('an error wrapped by two texts', walked(1), walked(1, 'visit')),
    same(
      'one and two like children of a join',
      joined('no such tenant'),
      joined('no such tenant', 'no such tenant'),
    ),
    same(
      'children of a join in another order',
      joined('no such tenant', 'tls handshake failed'),
      joined('tls handshake failed', 'no such tenant'),
    ),
    same(
      'five children with ids',
      joined('row 1 is bad', 'row 2 is bad'),
      joined('row 1 is bad', 'row 2 is bad', 'row 3 is bad', 'row 4 is bad', 'row 5 is bad'),
    ),
    same(
      'two indexes of one panic',
      panic('index out of range [3] with length 0', pick),
      panic('index out of range [7] with length 5', pick),
    ),
    same(
      'a closure has another number',
      panic('x', 'example.org/shop/billing#Pick.func1'),
      panic('x', 'example.org/shop/billing#Pick.func3.2'),
    ),
    same(
      'lines of code: present and absent',
      panic('x', `${pick} | return items[i]`),
      panic('x', pick),
    ),
    same(
      'lines of code: edited',
      panic('x', `${pick} | return items[i]`),
      panic('x', `${pick} | return items[index]`),
    ),
    same(
      'built with and without -trimpath',
      panic('x', 'example.org/shop/billing#Pick @ /srv/a/billing/billing.go'),
      panic('x', 'example.org/shop/billing#Pick @ example.org/shop/billing/billing.go'),
    ),
    same(
      'a framework upgraded',
      panic(
        'x',
        'github.com/gin-gonic/gin#(*Context).Next @ /go/pkg/mod/github.com/gin-gonic/gin@v1.9.1/context.go',
        pick,
      ),
      panic(
        'x',
        'github.com/gin-gonic/gin#(*Context).Next @ /go/pkg/mod/github.com/gin-gonic/gin@v1.10.0/context.go',
        pick,
      ),
    ),
    same(
      "the SDK's recovery upgraded",
      panic(
        'x',
        'main#Handle.func6 @ /go/pkg/mod/github.com/getsentry/sentry-go@v0.43.0/http/sentryhttp.go',
        pick,
      ),
      panic(
        'x',
        'main#handle.func2 @ /go/pkg/mod/github.com/getsentry/sentry-go@v0.50.0/http/sentryhttp.go',
        pick,
      ),
    ),
    same(
      'recursion at two depths',
      sayAt('go', 'x', ['a.b/c#Nested', 'a.b/c#Nested']),
      sayAt(
        'go',
        'x',
        Array.from({ length: 60 }, () => 'a.b/c#Nested'),
      ),
    ),
    same(
      'an error with a stack of its own',
      go('*errors.fundamental', 'row A is locked', [pick]),
      go('*errors.fundamental', 'row B is locked', [pick]),
    ),
  ];
});

goAndRustPairs.about('Go as its SDK sent it', () => {
  const is = (name: string) => sent(`go/${name}`);
  return [
    different(
      'two errors of one function: a path and an address',
      is('fs-patherror-open-does-not-exist-no-such-file-o'),
      is('fmt-wraperror-redis-dial-tcp-127-0-0-1-1-connec'),
    ),
    different(
      'two errors of one function: a query and a validation',
      is('store-queryerror-query-insert-into-t-values-1-f'),
      is('store-validationerror-validation-failed-email'),
    ),
    different(
      'two tenants of a fingerprint',
      is('errors-errorstring-fp-default-tenant-quota'),
      is('errors-errorstring-fp-default-tenant-quota-2'),
    ),
    different(
      'a division and a nil pointer',
      is('runtime-errorstring-runtime-error-integer-divide'),
      is('runtime-errorstring-runtime-error-invalid-memory'),
    ),
    different(
      'two maps that are nil',
      is('runtime-plainerror-assignment-to-entry-in-nil-ma'),
      is('runtime-plainerror-assignment-to-entry-in-nil-ma-2'),
    ),
    different(
      'an index of a route and of a goroutine',
      is('runtime-boundserror-runtime-error-index-out-of-r-3'),
      is('runtime-boundserror-runtime-error-index-out-of-r-4'),
    ),
    different(
      'two texts of panics',
      is('message-a-string-was-panicked-with'),
      is('message-bottom-of-a-deep-recursion'),
    ),
    different(
      'a custom error and the same type in a panic',
      is('main-myerr-e42-inventory-is-negative'),
      is('main-myerr-e7-panicked-with-an-error'),
    ),
    different(
      'a joined error and a settlement of it',
      is('errors-joinerror-refund-of-order-17-query-updat'),
      is('fmt-wraperror-nightly-settlement-refund-of-orde'),
    ),
    different(
      'two big events of two closures',
      is('errors-errorstring-event-with-a-hundred-breadcr'),
      is('errors-errorstring-event-with-an-attachment-of'),
    ),
  ];
});

goAndRustPairs.about('Rust', () => {
  return [
    different(
      'two errors that were captured without a stack',
      rust('Os', 'No such file or directory (os error 2)'),
      rust('Os', 'Permission denied (os error 13)'),
    ),
    different(
      'two errors captured at one place',
      rust('Declined', 'card declined', ['shop::respond']),
      rust('Declined', 'card expired', ['shop::respond']),
    ),
    different(
      'two panics of two functions',
      panicked('boom', 'shop::billing::settle'),
      panicked('boom', 'shop::billing::refund'),
    ),
    different(
      'two kinds of panic of one function',
      panicked('attempt to divide by zero', 'shop::settle'),
      panicked('index out of bounds: the len is 0 but the index is 3', 'shop::settle'),
    ),
    different(
      'an unwrap of nothing and of an error',
      panicked('called `Option::unwrap()` on a `None` value', 'shop::settle'),
      panicked(
        'called `Result::unwrap()` on an `Err` value: ParseIntError { kind: InvalidDigit }',
        'shop::settle',
      ),
    ),
    different(
      'another cause of one chain',
      raise('rust', [
        { type: 'Custom', value: 'reset by peer' },
        { type: 'Charge', value: 'could not charge order 9' },
      ]),
      raise('rust', [
        { type: 'Custom', value: 'timed out' },
        { type: 'Charge', value: 'could not charge order 9' },
      ]),
    ),
    different(
      'two methods',
      panicked('x', 'shop::cart::Cart::add'),
      panicked('x', 'shop::cart::Cart::remove'),
    ),
    same(
      'two numbers of an error without a stack',
      rust('Charge', 'could not charge order 9'),
      rust('Charge', 'could not charge order 4711'),
    ),
    different(
      'two texts of panics of one function',
      panicked('no tenant', 'shop::settle'),
      panicked('queue is full', 'shop::settle'),
    ),
    different(
      'two expectations of one function',
      panicked('no config: Os { code: 2, kind: NotFound }', 'shop::settle'),
      panicked('no secret: Os { code: 2, kind: NotFound }', 'shop::settle'),
    ),
    same(
      'two ids of one panic',
      panicked('order 17 is gone', 'shop::settle'),
      panicked('order 4711 is gone', 'shop::settle'),
    ),
    same(
      'two reasons why one expectation failed',
      panicked('no config: Os { code: 2, kind: NotFound }', 'shop::settle'),
      panicked('no config: Os { code: 13, kind: PermissionDenied }', 'shop::settle'),
    ),
    same(
      'two sides of one assertion',
      panicked('assertion `left == right` failed: sum\n  left: 1\n right: 2', 'shop::settle'),
      panicked('assertion `left == right` failed: sum\n  left: 7\n right: 9', 'shop::settle'),
    ),
    same(
      'two indexes of one panic',
      panicked('index out of bounds: the len is 0 but the index is 3', 'shop::settle'),
      panicked('index out of bounds: the len is 1 but the index is 9', 'shop::settle'),
    ),
    same(
      'two values of an unwrap',
      panicked(
        'called `Result::unwrap()` on an `Err` value: ParseIntError { kind: InvalidDigit }',
        'shop::settle',
      ),
      panicked(
        'called `Result::unwrap()` on an `Err` value: ParseIntError { kind: Empty }',
        'shop::settle',
      ),
    ),
    same(
      'the hash of a symbol',
      panicked('x', 'shop::settle::h0123456789abcdef'),
      panicked('x', 'shop::settle::hfedcba9876543210'),
    ),
    same(
      'a symbol with its hash and without',
      panicked('x', 'shop::settle::h0123456789abcdef'),
      panicked('x', 'shop::settle'),
    ),
    same(
      'hashes of crates in newer symbols',
      panicked('x', 'shop[3f2a9c1b77c0de11]::settle'),
      panicked('x', 'shop[77c0de113f2a9c1b]::settle'),
    ),
    same(
      'closures as two compilers write them',
      panicked('x', 'shop::settle::{{closure}}'),
      panicked('x', 'shop::settle::{closure#0}'),
    ),
    same(
      'the SDK was upgraded',
      panicked('x', 'shop::settle'),
      panicked('x', 'shop::settle', '0.38.10'),
    ),
    same(
      'the compiler was upgraded',
      rust(
        'panic',
        'x',
        ['shop::settle', '~core::panicking::panic_fmt @ /rustc/5980/library/core/src/panicking.rs'],
        { mechanism: { type: 'panic' } },
      ),
      rust(
        'panic',
        'x',
        [
          'shop::settle',
          '~core::panicking::panic_display @ /rustc/77c0/library/core/src/panicking.rs',
        ],
        { mechanism: { type: 'panic' } },
      ),
    ),
  ];
});

goAndRustPairs.about('Rust as its SDK sent it', () => {
  const is = (name: string) => sent(`rust/${name}`);
  return [
    different(
      'two panics of one closure',
      is('panic-attempt-to-divide-by-zero'),
      is('panic-index-out-of-bounds-the-len-is-0-but-the-i'),
    ),
    different(
      'two handlers that panicked',
      is('panic-actix-handler-panicked'),
      is('panic-axum-handler-panicked'),
    ),
    different(
      'an ad hoc error and a boxed one',
      is('error-an-ad-hoc-error-with-code-17'),
      is('error-a-boxed-string-error'),
    ),
    different(
      'two tenants of a fingerprint',
      is('message-fp-default-quota'),
      is('message-fp-default-quota-2'),
    ),
    different(
      'a file and a number',
      is('os-no-such-file-or-directory-os-error-2'),
      is('parseinterror-invalid-digit-found-in-string'),
    ),
    different(
      'a text of a log and one of a span',
      is('message-checkout-failed-for-order-17'),
      is('message-failed-in-a-span'),
    ),
    same('one template of a hand-made event', is('message-index-s-is-gone-after-d-s'), {
      ...is('message-index-s-is-gone-after-d-s'),
      logentry: { message: 'index %s is gone after %d s', params: ['8', 99] },
    }),
  ];
});
