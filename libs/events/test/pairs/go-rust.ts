import { pairsOf, PairTable, same, sent } from './pair-table.ts';
import { group, raisedBy, recursion, sayAt, senderOf, type Sent, tree } from './shapes.ts';

export const goAndRustPairs = new PairTable();

const go = senderOf('go');
const rust = senderOf('rust');
const report = 'example.org/shop/http#respond';
const pick = 'example.org/shop/billing#Pick[...]';

function wrapped(prefix: string, cause: string): Sent {
  return tree('go', [
    [1, 0, 'unwrap', { type: '*errors.errorString', value: cause }],
    [0, undefined, '', { type: '*fmt.wrapError', value: `${prefix}: ${cause}`, frames: [report] }],
  ]);
}

/**
 * Error of `fmt.Errorf("walk: %w", err)` at each step of a recursion. The SDK sends only the
 * outermost stack.
 */
function walked(steps: string, prefix = 'walk'): Sent {
  const times = Number(steps);
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
  const members = values.map((value) => `*errors.errorString: ${value}`);
  return group('go', 'errors', members, `*errors.joinError: ${values.join('\n')} → ${report}`);
}

function panic(value: string, ...frames: readonly string[]): Sent {
  return go('runtime.boundsError', `runtime error: ${value}`, frames);
}

/** Rust's SDK calls each panic an error of the type `panic`. */
function panicAt(value: string, ...frames: readonly string[]): Sent {
  return rust('panic', value, frames, { mechanism: { type: 'panic' } });
}

/** A panic with the frames of panic handling and of the SDK, which follow the application's. */
function panicked(value: string, call: string, sdk = '0.49.5'): Sent {
  const registry = `/home/dev/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/sentry-panic-${sdk}/src/lib.rs`;
  const handling = '~core::panicking::panic_fmt @ /rustc/5980/library/core/src/panicking.rs';
  return panicAt(value, call, handling, `sentry_panic::handler${sdk.length} @ ${registry}`);
}

goAndRustPairs.about('Go', () => [
  ...pairsOf(wrapped)`
    ≠ two errors wrapped at one place ¦ load → no such tenant ¦ load → tls handshake failed
    ≠ one error wrapped with two texts ¦ load → record not found ¦ save → record not found
    = two ids wrapped at one place ¦ load order 17 → record 17 not found ¦ load order 4711 → record 4711 not found
    = two addresses ¦ redis → dial tcp 10.0.0.7:6379: connect: connection refused ¦ redis → dial tcp 10.0.0.9:6379: connect: connection refused
  `,
  ...pairsOf(raisedBy('go'))`
    ≠ two errors reported by one place ¦ *errors.errorString: no such tenant → ${report} ¦ *errors.errorString: tls handshake failed → ${report}
    ≠ one error reported by two places ¦ *errors.errorString: no such tenant → ${report} ¦ *errors.errorString: no such tenant → example.org/shop/jobs#run
    ≠ two types of one text ¦ *store.QueryError: failed → ${report} ¦ *store.LockError: failed → ${report}
    ≠ panics of two kinds of one function
      ¦ runtime.errorString: runtime error: integer divide by zero → ${pick}
      ¦ runtime.errorString: runtime error: invalid memory address or nil pointer dereference → ${pick}
    = two orders ¦ *errors.errorString: order A-1001 is locked → ${report} ¦ *errors.errorString: order A-77 is locked → ${report}
    = an error with a stack of its own ¦ *errors.fundamental: row A is locked → ${pick} ¦ *errors.fundamental: row B is locked → ${pick}
  `,
  ...pairsOf(joined)`
    ≠ two children of a join ¦ no such tenant ¦ tls handshake failed
    ≠ one child more of another kind ¦ no such tenant ¦ no such tenant → tls handshake failed
    = one and two like children of a join ¦ no such tenant ¦ no such tenant → no such tenant
    = children of a join in another order ¦ no such tenant → tls handshake failed ¦ tls handshake failed → no such tenant
    = five children with ids ¦ row 1 is bad → row 2 is bad ¦ row 1 is bad → row 2 is bad → row 3 is bad → row 4 is bad → row 5 is bad
  `,
  ...pairsOf(panic)`
    ≠ two panics of two functions ¦ index out of range [3] with length 0 → ${report} ¦ index out of range [3] with length 0 → ${pick}
    ≠ two packages ¦ x → example.org/shop/billing#Pick ¦ x → example.org/shop/orders#Pick
    ≠ a method and a function ¦ x → example.org/shop/billing#(*Cart).Add ¦ x → example.org/shop/billing#Add
    = two indexes of one panic ¦ index out of range [3] with length 0 → ${pick} ¦ index out of range [7] with length 5 → ${pick}
    = a closure has another number ¦ x → example.org/shop/billing#Pick.func1 ¦ x → example.org/shop/billing#Pick.func3.2
    = lines of code: present and absent ¦ x → ${pick} | return items[i] ¦ x → ${pick}
    = lines of code: edited ¦ x → ${pick} | return items[i] ¦ x → ${pick} | return items[index]
    = built with and without -trimpath
      ¦ x → example.org/shop/billing#Pick @ /srv/a/billing/billing.go ¦ x → example.org/shop/billing#Pick @ example.org/shop/billing/billing.go
    = a framework upgraded
      ¦ x → github.com/gin-gonic/gin#(*Context).Next @ /go/pkg/mod/github.com/gin-gonic/gin@v1.9.1/context.go → ${pick}
      ¦ x → github.com/gin-gonic/gin#(*Context).Next @ /go/pkg/mod/github.com/gin-gonic/gin@v1.10.0/context.go → ${pick}
    = the SDK's recovery upgraded
      ¦ x → main#Handle.func6 @ /go/pkg/mod/github.com/getsentry/sentry-go@v0.43.0/http/sentryhttp.go → ${pick}
      ¦ x → main#handle.func2 @ /go/pkg/mod/github.com/getsentry/sentry-go@v0.50.0/http/sentryhttp.go → ${pick}
  `,
  ...pairsOf(walked)`
    = an error wrapped once and three times by one function that calls itself ¦ 1 ¦ 3
    ≠ an error wrapped by two texts ¦ 1 ¦ 1 → visit
  `,
  ...pairsOf((text, ...frames) => sayAt('go', text, frames))`
    ≠ one text in two functions ¦ gone → ${report} ¦ gone → ${pick}
    = recursion at two depths ¦ x → ${recursion(2, 'a.b/c#Nested')} ¦ x → ${recursion(60, 'a.b/c#Nested')}
  `,
]);

goAndRustPairs.about('Go as its SDK sent it', () => [
  ...pairsOf((name) => sent(`go/${name}`))`
    ≠ two errors of one function: a path and an address ¦ fs-patherror-open-does-not-exist-no-such-file-o ¦ fmt-wraperror-redis-dial-tcp-127-0-0-1-1-connec
    ≠ two errors of one function: a query and a validation ¦ store-queryerror-query-insert-into-t-values-1-f ¦ store-validationerror-validation-failed-email
    ≠ two tenants of a fingerprint ¦ errors-errorstring-fp-default-tenant-quota ¦ errors-errorstring-fp-default-tenant-quota-2
    ≠ a division and a nil pointer ¦ runtime-errorstring-runtime-error-integer-divide ¦ runtime-errorstring-runtime-error-invalid-memory
    ≠ two maps that are nil ¦ runtime-plainerror-assignment-to-entry-in-nil-ma ¦ runtime-plainerror-assignment-to-entry-in-nil-ma-2
    ≠ an index of a route and of a goroutine ¦ runtime-boundserror-runtime-error-index-out-of-r-3 ¦ runtime-boundserror-runtime-error-index-out-of-r-4
    ≠ two texts of panics ¦ message-a-string-was-panicked-with ¦ message-bottom-of-a-deep-recursion
    ≠ a custom error and the same type in a panic ¦ main-myerr-e42-inventory-is-negative ¦ main-myerr-e7-panicked-with-an-error
    ≠ a joined error and a settlement of it ¦ errors-joinerror-refund-of-order-17-query-updat ¦ fmt-wraperror-nightly-settlement-refund-of-orde
    ≠ two big events of two closures ¦ errors-errorstring-event-with-a-hundred-breadcr ¦ errors-errorstring-event-with-an-attachment-of
  `,
]);

goAndRustPairs.about('Rust', () => [
  ...pairsOf(raisedBy('rust'))`
    ≠ two errors that were captured without a stack ¦ Os: No such file or directory (os error 2) ¦ Os: Permission denied (os error 13)
    ≠ two errors captured at one place ¦ Declined: card declined → shop::respond ¦ Declined: card expired → shop::respond
    ≠ another cause of one chain ¦ Custom: reset by peer ⇒ Charge: could not charge order 9 ¦ Custom: timed out ⇒ Charge: could not charge order 9
    = two numbers of an error without a stack ¦ Charge: could not charge order 9 ¦ Charge: could not charge order 4711
  `,
  ...pairsOf(panicked)`
    ≠ two panics of two functions ¦ boom → shop::billing::settle ¦ boom → shop::billing::refund
    ≠ two kinds of panic of one function ¦ attempt to divide by zero → shop::settle ¦ index out of bounds: the len is 0 but the index is 3 → shop::settle
    ≠ an unwrap of nothing and of an error
      ¦ called \`Option::unwrap()\` on a \`None\` value → shop::settle
      ¦ called \`Result::unwrap()\` on an \`Err\` value: ParseIntError { kind: InvalidDigit } → shop::settle
    ≠ two methods ¦ x → shop::cart::Cart::add ¦ x → shop::cart::Cart::remove
    ≠ two texts of panics of one function ¦ no tenant → shop::settle ¦ queue is full → shop::settle
    ≠ two expectations of one function ¦ no config: Os { code: 2, kind: NotFound } → shop::settle ¦ no secret: Os { code: 2, kind: NotFound } → shop::settle
    = two ids of one panic ¦ order 17 is gone → shop::settle ¦ order 4711 is gone → shop::settle
    = two reasons why one expectation failed
      ¦ no config: Os { code: 2, kind: NotFound } → shop::settle ¦ no config: Os { code: 13, kind: PermissionDenied } → shop::settle
    = two sides of one assertion
      ¦ assertion \`left == right\` failed: sum␤  left: 1␤ right: 2 → shop::settle ¦ assertion \`left == right\` failed: sum␤  left: 7␤ right: 9 → shop::settle
    = two indexes of one panic
      ¦ index out of bounds: the len is 0 but the index is 3 → shop::settle ¦ index out of bounds: the len is 1 but the index is 9 → shop::settle
    = two values of an unwrap
      ¦ called \`Result::unwrap()\` on an \`Err\` value: ParseIntError { kind: InvalidDigit } → shop::settle
      ¦ called \`Result::unwrap()\` on an \`Err\` value: ParseIntError { kind: Empty } → shop::settle
    = the hash of a symbol ¦ x → shop::settle::h0123456789abcdef ¦ x → shop::settle::hfedcba9876543210
    = a symbol with its hash and without ¦ x → shop::settle::h0123456789abcdef ¦ x → shop::settle
    = hashes of crates in newer symbols ¦ x → shop[3f2a9c1b77c0de11]::settle ¦ x → shop[77c0de113f2a9c1b]::settle
    = closures as two compilers write them ¦ x → shop::settle::{{closure}} ¦ x → shop::settle::{closure#0}
    = the SDK was upgraded ¦ x → shop::settle ¦ x → shop::settle → 0.38.10
  `,
  ...pairsOf(panicAt)`
    = the compiler was upgraded
      ¦ x → shop::settle → ~core::panicking::panic_fmt @ /rustc/5980/library/core/src/panicking.rs
      ¦ x → shop::settle → ~core::panicking::panic_display @ /rustc/77c0/library/core/src/panicking.rs
  `,
]);

goAndRustPairs.about('Rust as its SDK sent it', () => {
  const is = (name: string) => sent(`rust/${name}`);
  return [
    ...pairsOf(is)`
      ≠ two panics of one closure ¦ panic-attempt-to-divide-by-zero ¦ panic-index-out-of-bounds-the-len-is-0-but-the-i
      ≠ two handlers that panicked ¦ panic-actix-handler-panicked ¦ panic-axum-handler-panicked
      ≠ an ad hoc error and a boxed one ¦ error-an-ad-hoc-error-with-code-17 ¦ error-a-boxed-string-error
      ≠ two tenants of a fingerprint ¦ message-fp-default-quota ¦ message-fp-default-quota-2
      ≠ a file and a number ¦ os-no-such-file-or-directory-os-error-2 ¦ parseinterror-invalid-digit-found-in-string
      ≠ a text of a log and one of a span ¦ message-checkout-failed-for-order-17 ¦ message-failed-in-a-span
    `,
    same('one template of a hand-made event', is('message-index-s-is-gone-after-d-s'), {
      ...is('message-index-s-is-gone-after-d-s'),
      logentry: { message: 'index %s is gone after %d s', params: ['8', 99] },
    }),
  ];
});
