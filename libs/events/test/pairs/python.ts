import { different, pairsOf, PairTable, sent } from './pair-table.ts';
import { group, raisedBy, recursion, say, sayAt, senderOf, type Sent, tree } from './shapes.ts';

export const pythonPairs = new PairTable();

const py = senderOf('python');
const total = 'shop.cart.total | return rates[currency] * base';
const caller = 'shop.views.checkout | return total(cart)';
const walk = 'shop.tree.walk | walk(child)';
const odd = 'shop.tree.odd | even(n - 1)';
const even = 'shop.tree.even | odd(n - 1)';
/** The function `branch` calls itself at one line and fails at another. */
const branch = 'shop.tree.branch | branch(depth + 1)';
const failed = 'shop.tree.branch | return rows[depth]';

/** Makes a chain of errors in which each was raised while the one before it was handled. */
function inContext(
  times: number,
  toFrames: (id: number) => readonly string[],
  value: string,
): Sent {
  const nodes = Array.from({ length: times }, (_, id) => {
    const from = id === 0 ? ([undefined, ''] as const) : ([id - 1, '__context__'] as const);
    return [id, ...from, { type: 'ConnectionError', value, frames: toFrames(id) }] as const;
  });
  return tree('python', nodes.toReversed());
}

function retried(times: string): Sent {
  const attempt = ['shop.jobs.retry | send()', 'shop.net.send | raise ConnectionError(host)'];
  const toFrames = (id: number) => (id === 0 ? ['shop.jobs.run | retry()', ...attempt] : attempt);
  return inContext(Number(times), toFrames, 'away');
}

/** Error of `except ConnectionError: return send(left - 1)`. */
function again(times: string): Sent {
  const last = ['shop.net.send | post(url)', 'shop.net.post | raise ConnectionError'];
  const toFrames = (id: number) => [
    ...(id === 0 ? ['shop.jobs.run | send(3)'] : []),
    ...Array<string>(Number(times) - 1 - id).fill('shop.net.send | send(left - 1)'),
    ...last,
  ];
  return inContext(Number(times), toFrames, 'no');
}

/** Makes a group of members like `KeyError in push`, which are a type and a function. */
function grouped(...members: readonly string[]): Sent {
  const value = `unhandled errors in a TaskGroup (${members.length} sub-exceptions)`;
  const errors = members.map((member, at) => {
    const [type, place] = member.split(' in ');
    return `${type}: shard ${at} is away → shop.sync.${place} | await ${place}(i)`;
  });
  const whole = `ExceptionGroup: ${value} → shop.sync.main | async with TaskGroup():`;
  return group('python', 'exceptions', errors, whole);
}

pythonPairs.about('Python', () => {
  const pull = 'ConnectionError in pull';
  const push = 'KeyError in push';
  const tooDeep = 'RecursionError: maximum recursion depth exceeded';
  return [
    ...pairsOf(raisedBy('python'))`
      = two keys of one line ¦ KeyError: 'a' → ${caller} → ${total} ¦ KeyError: 'b' → ${caller} → ${total}
      = two users of one raise ¦ NotFound: user ann → ${total} ¦ NotFound: user bob → ${total}
      = too deep, in another line and from another caller
        ¦ ${tooDeep} → ${caller} → ${recursion(900, branch)} → ${failed}
        ¦ ${tooDeep} in comparison → ${total} → ${recursion(920, branch)} → shop.tree.branch | if depth > 9: → shop.tree.size | len(x)
      ≠ too deep in two functions
        ¦ ${tooDeep} → ${caller} → ${recursion(900, walk)}
        ¦ ${tooDeep} → ${caller} → ${recursion(900, even, odd)}
      ≠ another type ¦ KeyError: x → ${total} ¦ TypeError: x → ${total}
      ≠ another cause ¦ OSError: x → ${total} ⇒ PaymentError: y → ${caller} ¦ KeyError: x → ${total} ⇒ PaymentError: y → ${caller}
      ≠ with and without a cause ¦ PaymentError: y → ${caller} ¦ OSError: x → ${total} ⇒ PaymentError: y → ${caller}
      ≠ exceptions that were never raised ¦ RuntimeError: quota ¦ RuntimeError: fixed id
      = exceptions that were never raised, with a number ¦ RuntimeError: quota 2 ¦ RuntimeError: quota 31
    `,
    ...pairsOf(raisedBy('python', 'KeyError: x'))`
      = a framework upgraded ¦ ~django.core.handlers.base._get_response | old → ${total} ¦ ~django.core.handlers.exception.inner | new → ${total}
      = frames of the SDK's own integration ¦ sentry_sdk.integrations.threading.run | old() → ${total} ¦ ${total}
      = comprehensions have no frame in newer versions of Python
        ¦ ${caller} → shop.cart.<listcomp> | return [p(i) for i in cart] → ${total} ¦ ${caller} → ${total}
      ≠ another line of code in one function ¦ ${total} ¦ shop.cart.total | return names[user]
      ≠ another caller ¦ ${caller} → ${total} ¦ shop.jobs.nightly | total(cart) → ${total}
      ≠ another module ¦ ${total} ¦ shop.basket.total | return rates[currency] * base
    `,
    ...pairsOf(raisedBy('python', 'ValueError: x'))`
      = recursion at two depths ¦ ${caller} → ${recursion(2, walk)} ¦ ${caller} → ${recursion(60, walk)}
      = no recursion yet ¦ ${caller} → ${recursion(1, walk)} ¦ ${caller} → ${recursion(5, walk)}
      = mutual recursion, even depths ¦ ${caller} → ${recursion(4, even, odd)} ¦ ${caller} → ${recursion(20, even, odd)}
      = mutual recursion, even and odd depth ¦ ${caller} → ${recursion(7, even, odd)} ¦ ${caller} → ${recursion(20, even, odd)}
      = a recursion whose calls stand on other lines than its failure, and none yet ¦ ${caller} → ${failed} ¦ ${caller} → ${recursion(40, branch)} → ${failed}
      ≠ two lines on which one recursion fails
        ¦ ${caller} → ${recursion(3, branch)} → ${failed} ¦ ${caller} → ${recursion(3, branch)} → shop.tree.branch | raise ValueError(depth)
    `,
    ...pairsOf(retried)`
      = a chain that grows by retries: one and two ¦ 1 ¦ 2
      = a chain that grows by retries: two and five ¦ 2 ¦ 5
    `,
    ...pairsOf(again)`= retried by a call of itself: once and five times ¦ 1 ¦ 5`,
    ...pairsOf(grouped)`
      = a group of one and of two like children ¦ ${pull} ¦ ${pull} → ${pull}
      = a group of two and of five like children ¦ ${pull} → ${pull} ¦ ${recursion(5, pull)}
      = children in another order ¦ ${pull} → ${push} ¦ ${push} → ${pull}
      = children of two kinds, one of them twice ¦ ${pull} → ${push} ¦ ${push} → ${pull} → ${push}
      ≠ children of other kinds ¦ ${pull} ¦ KeyError in pull
      ≠ children of other places ¦ ${pull} ¦ ConnectionError in push
      ≠ a second kind of child ¦ ${pull} ¦ ${pull} → ${push}
    `,
    ...pairsOf((text, ...frames) => sayAt('python', text, frames))`
      = a message with a stack through an upgraded logger
        ¦ stacked → ${caller} → ?logging._log | self.handle(record)
        ¦ stacked → ${caller} → ?logging.error | self._log() → ?logging.callHandlers | hdlr.handle(record)
      ≠ the same text in two functions ¦ gone → ${caller} ¦ gone → ${total}
      ≠ two texts of one function ¦ disk is full → ${caller} ¦ queue is long → ${caller}
      = two numbers of one function ¦ disk at 91% → ${caller} ¦ disk at 97% → ${caller}
    `,
    ...pairsOf((module) => py('NotFound', 'x', undefined, { module }))`
      ≠ types of one name in two modules, without a stack ¦ shop.users ¦ shop.orders
    `,
    different(
      'a retry that ends in another error',
      retried('3'),
      py('TimeoutError', 'x', ['shop.jobs.run | retry()']),
    ),
  ];
});

pythonPairs.about('Python as its SDK sent it', () => {
  const logged = (message: string) =>
    say('python', undefined, { logentry: { message, params: [] }, logger: '__main__' });
  return [
    ...pairsOf((name) => sent(`python/${name}`))`
      ≠ charging in a log and in a job ¦ paymenterror-could-not-charge-invoice-18 ¦ paymenterror-could-not-charge-invoice-4711
      = a shade of template: three users ¦ message-user-42-failed-in-login ¦ message-user-ann-failed-in-checkout
      = a template in a cart ¦ message-user-bob-failed-in-cart ¦ message-user-ann-failed-in-checkout
      = a template with letters beyond ASCII ¦ message-user-zo-failed-in-search ¦ message-user-ann-failed-in-checkout
      ≠ five levels are five texts: debug and error ¦ message-a-message-of-level-debug ¦ message-a-message-of-level-error
      ≠ five levels are five texts: info and fatal ¦ message-a-message-of-level-info ¦ message-a-message-of-level-fatal
      ≠ two groups of tasks ¦ exceptiongroup-unhandled-errors-in-a-taskgroup ¦ exceptiongroup-unhandled-errors-in-a-taskgroup-2
      ≠ two groups of tasks of two programs ¦ exceptiongroup-unhandled-errors-in-a-taskgroup-2 ¦ exceptiongroup-unhandled-errors-in-a-taskgroup-3
      ≠ one key of two programs ¦ keyerror-bob ¦ keyerror-q
      ≠ a view and a page of Flask ¦ keyerror-q ¦ lookuperror-user-2-has-no-profile
      ≠ two tenants of a fingerprint ¦ keyerror-chf ¦ keyerror-chf-2
      ≠ two views of one function ¦ notfound-a-1-was-not-found ¦ notfound-a-1-was-not-found-3
      ≠ an edited line ¦ notfound-user-1-was-not-found ¦ notfound-user-1-was-not-found-2
      ≠ a further caller ¦ notfound-user-1-was-not-found-2 ¦ notfound-user-1-was-not-found-3
      ≠ a renamed function ¦ notfound-user-1-was-not-found-2 ¦ notfound-user-1-was-not-found-4
      ≠ a fingerprint, and one with variables ¦ notfound-x-1-was-not-found ¦ notfound-x-1-was-not-found-2
      ≠ a lookup and a variable fingerprint ¦ lookuperror-user-2-has-no-profile ¦ notfound-x-1-was-not-found-2
      ≠ four divisions: a template and a task ¦ zerodivisionerror-division-by-zero ¦ zerodivisionerror-division-by-zero-3
      ≠ four divisions: a log and an exec ¦ zerodivisionerror-division-by-zero-2 ¦ zerodivisionerror-division-by-zero-4
      ≠ quota and fixed id, which were never raised ¦ runtimeerror-quota-2 ¦ runtimeerror-fixed-id
      ≠ disk full and disk low ¦ message-disk-full ¦ message-disk-low
      ≠ two log statements ¦ message-classic-error-with-logs-on-x ¦ message-rate-for-gbp-missing
      ≠ a table and a filter ¦ templatesyntaxerror-invalid-filter-nosuchfilter ¦ templatesyntaxerror-invalid-block-tag-on-line-5
    `,
    ...pairsOf(logged)`
      = two lines of loguru, which begin with their time
        ¦ 2026-11-23 00:38:16.092 | ERROR    | __main__:<module>:9 - could not ship 17
        ¦ 2026-11-24 01:00:01.118 | ERROR    | __main__:<module>:12 - could not ship 18
    `,
  ];
});
