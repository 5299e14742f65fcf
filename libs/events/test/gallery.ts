import { rowsOf } from './pairs/pair-table.ts';

export { allPairs } from './pairs/all-pairs.ts';
export { protocolEvents } from './protocol-events.ts';

/**
 * Each text is a part of the actual type, value or place. The place is a file with its line, when
 * the event has frames of the developer's own code.
 */
export type ExpectedHead = readonly [event: string, type: string, value: string, place: string];

export const sentHeads = rowsOf`
  go/errors-errorstring-fp-provider-1-timed-out ¦ errorString ¦ fp: provider 1 timed out ¦ main.go:253
  go/errors-errorstring-rich-event-with-everything ¦ errorString ¦ rich event with everything ¦ main.go:234
  go/errors-withstack-could-not-charge-order-a-77-ro ¦ withStack ¦ could not charge order A-77: row A-77 is ¦ billing.go:30
  go/fmt-wraperror-charge-billing-order-unavailable ¦ wrapError ¦ charge: billing: order unavailable: stor ¦ main.go:77
  go/fmt-wraperror-redis-dial-tcp-127-0-0-1-1-connec ¦ wrapError ¦ redis: dial tcp 127.0.0.1:1: connect: co ¦ main.go:106
  go/fs-patherror-open-does-not-exist-no-such-file-o ¦ PathError ¦ open /does/not/exist: no such file or di ¦ main.go:104
  go/main-myerr-e42-inventory-is-negative ¦ MyErr ¦ E42: inventory is negative ¦ main.go:100
  go/message-bottom-of-a-deep-recursion ¦ ¦ bottom of a deep recursion ¦ main.go:325
  go/message-a-string-was-panicked-with ¦ ¦ a string was panicked with ¦
  go/message-message-with-a-stack ¦ ¦ message with a stack ¦ main.go:212
  go/runtime-boundserror-runtime-error-index-out-of-r-2 ¦ boundsError ¦ runtime error: index out of range [3] wi ¦ billing.go:60
  go/runtime-errorstring-runtime-error-integer-divide ¦ errorString ¦ runtime error: integer divide by zero ¦ billing.go:48
  go/runtime-plainerror-assignment-to-entry-in-nil-ma ¦ plainError ¦ assignment to entry in nil map ¦ main.go:188
  go/store-queryerror-query-insert-into-t-values-1-f ¦ QueryError ¦ query "insert into t values (1)" failed with 1213 ¦ main.go:101
  go/reindexerror-index-7-is-gone ¦ ReindexError ¦ index 7 is gone ¦ main.go:242
  python/attributeerror-nonetype-object-has-no-attribute ¦ AttributeError ¦ 'NoneType' object has no attribute 'y' ¦ lam.py:2
  python/calledprocesserror-command-sh-c-echo-oops-2-exit ¦ CalledProcessError ¦ Command '['sh', '-c', 'echo oops >&2; ex ¦ plain.py:207
  python/connectionerror-invoice-service-refused-11 ¦ ConnectionError ¦ invoice service refused 11 ¦ tasks.py:13
  python/httpexception-backend-away ¦ HTTPException ¦ backend away ¦ web_fastapi.py:18
  python/integrityerror-unique-constraint-failed-orders-o ¦ IntegrityError ¦ UNIQUE constraint failed: orders_order.s ¦ views.py:23
  python/keyerror-bob ¦ KeyError ¦ 'bob' ¦ views.py:10
  python/keyerror-config ¦ KeyError ¦ 'config' ¦ plain.py:47
  python/keyerror-q ¦ KeyError ¦ 'Q' ¦ web_flask.py:7
  python/lookuperror-user-2-has-no-profile ¦ LookupError ¦ user 2 has no profile ¦ web_flask.py:16
  python/message-a-message-of-level-fatal ¦ ¦ A message of level fatal ¦
  python/message-order-2-could-not-be-shipped ¦ Order 2 could not be shipped ¦ views ¦
  python/message-out-of-disk-on-db-3 ¦ out of disk on db-3 ¦ invoices ¦
  python/message-with-a-stack ¦ ¦ with a stack ¦ plain.py:165
  python/message-stacked-log-5 ¦ stacked log 5 ¦ invoices ¦ plain.py:165
  python/order-doesnotexist-order-matching-query-does-not ¦ DoesNotExist ¦ Order matching query does not exist. ¦ views.py:25
  python/paymenterror-could-not-charge-invoice-4711 ¦ PaymentError ¦ could not charge invoice 4711 ¦ plain.py:40
  python/responsevalidationerror-3-validation-errors-type ¦ ResponseValidationError ¦ 3 validation errors: ¦ web_fastapi.py:8
  python/runtimeerror ¦ RuntimeError ¦ ¦ plain.py:149
  python/templatesyntaxerror-invalid-filter-nosuchfilter ¦ TemplateSyntaxError ¦ Invalid filter: 'nosuchfilter' ¦ views.py:27
  python/zerodivisionerror-division-by-zero-2 ¦ ZeroDivisionError ¦ division by zero ¦ plain.py:82
  java/checkout-paymentdeclinedexception-payment-of-ord ¦ Checkout$PaymentDeclinedException ¦ payment of order U-1 declined ¦ Checkout.java:24
  java/classcastexception-class-java-util-immutablecoll ¦ ClassCastException ¦ class java.util.ImmutableCollections$Lis ¦ Checkout.java:37
  java/completionexception-java-util-concurrent-executi ¦ CompletionException ¦ java.util.concurrent.ExecutionException: ¦ Main.java:93
  java/exception-closing-the-batch-failed ¦ Exception ¦ closing the batch failed ¦ Main.java:22
  java/executionexception-java-lang-numberformatexcepti ¦ ExecutionException ¦ java.lang.NumberFormatException: For inp ¦ Main.java:94
  java/illegalargumentexception-bad-currency-xxx ¦ IllegalArgumentException ¦ bad currency XXX ¦ Logs.java:32
  java/illegalargumentexception-medium ¦ IllegalArgumentException ¦ medium ¦ InvoiceRepositoryImpl.java:14
  java/illegalstateexception-in-a-callable ¦ IllegalStateException ¦ in a Callable ¦ OrderController.java:25
  java/illegalstateexception-scheduled-job-failed ¦ IllegalStateException ¦ scheduled job failed ¦ OrderService.java:15
  java/illegalstateexception-step-59-failed ¦ IllegalStateException ¦ step 59 failed ¦ Checkout.java:44
  java/message-customer-ada-not-found ¦ customer Ada not found ¦ AUDIT ¦
  java/message-message-with-threads ¦ ¦ message with threads ¦ Main.java:85
  java/message-nightly-import-finished-with-3-warnings ¦ ¦ Nightly import finished with 3 warnings ¦ Main.java:27
  java/nosuchelementexception-order-42-does-not-exist ¦ NoSuchElementException ¦ order 42 does not exist ¦ OrderController.java:20
  java/nullpointerexception-cannot-invoke-java-lang-int ¦ NullPointerException ¦ Cannot invoke "java.lang.Integer.intValu ¦ Checkout.java:40
  java/nullpointerexception ¦ NullPointerException ¦ ¦ Main.java:92
  java/numberformatexception-for-input-string-12a ¦ NumberFormatException ¦ For input string: "12a" ¦ Logs.java:17
  java/ordercontroller-outofstock-out-1-is-out-of-stock ¦ OrderController$OutOfStock ¦ OUT-1 is out of stock ¦ OrderService.java:9
  java/stackoverflowerror ¦ StackOverflowError ¦ ¦ Checkout.java:41
  java/sqlexception-duplicate-key-value-violates-unique ¦ SQLException ¦ duplicate key value violates unique cons ¦ InvoiceRepositoryImpl.java:11
  rust/charge-could-not-charge-order-9 ¦ Charge ¦ could not charge order 9 ¦
  rust/error-an-ad-hoc-error-with-code-17 ¦ Error ¦ an ad hoc error with code 17 ¦ main.rs:65
  rust/error-loading-order-3 ¦ Error ¦ loading order 3 ¦ billing.rs:22
  rust/message-checkout-failed-for-order-17 ¦ checkout failed for order 17 ¦ shoprs ¦
  rust/message-log-crate-could-not-reach-10-0-0-7-5432 ¦ log crate: could not reach 10.0.0.7:5432 ¦ db ¦
  rust/os-no-such-file-or-directory-os-error-2 ¦ Os ¦ No such file or directory (os error 2) ¦
  rust/panic-actix-handler-panicked ¦ panic ¦ actix handler panicked ¦ main.rs:217
  rust/panic-attempt-to-divide-by-zero ¦ panic ¦ attempt to divide by zero ¦ main.rs:43
  rust/panic-axum-handler-panicked ¦ panic ¦ axum handler panicked ¦ main.rs:244
  rust/panic-bottom-of-a-deep-recursion ¦ panic ¦ bottom of a deep recursion ¦ main.rs:46
  rust/panic-index-out-of-bounds-the-len-is-0-but-the-i ¦ panic ¦ index out of bounds: the len is 0 but th ¦ main.rs:26
  rust/reindexerror-index-7-is-gone ¦ ReindexError ¦ index 7 is gone ¦
`.map(toHead);

export const describedHeads = rowsOf`
  browser: a chain of errors ¦ CheckoutError ¦ could not be paid ¦ cart.js:40
  browser: Promise.any ¦ Error ¦ mirror 1 is away ¦ mirror.js:9
  Node.js: a route of Express ¦ RangeError ¦ Invalid time value ¦ to-invoice.ts:31
  PHP: Laravel ¦ QueryException ¦ Base table ¦ OrderController.php:22
  Ruby: Rails ¦ NoMethodError ¦ undefined method 'price' ¦ orders_controller.rb:14
  .NET: an AggregateException ¦ InvalidOperationException ¦ stock of P-7 ¦ Stock.cs:44
  Kotlin on Android ¦ IllegalStateException ¦ not attached ¦ CartFragment.kt:71
  Swift: a crash with threads ¦ EXC_BAD_ACCESS ¦ null pointer ¦ CartView.swift:88
  C++: a crash without symbols ¦ SIGSEGV ¦ Segfault ¦ shopd + 0x1abc
  Dart: Flutter ¦ StateError ¦ No element ¦ cart_page.dart:52
  Elixir: Phoenix ¦ FunctionClauseError ¦ Shop.Cart.total/1 ¦ cart.ex:12
  a message that names its logger ¦ Invoice 17 was not paid ¦ Invoices ¦
`.map(toHead);

function toHead(row: string[]): ExpectedHead {
  const [event = '', type = '', value = '', place = ''] = row;
  if (row.length !== 4) throw new Error(`A title has four cells, unlike: ${row.join(' ¦ ')}`);
  return [event, type, value, place];
}
