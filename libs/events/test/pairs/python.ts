import { different, PairTable, same, sent } from './pair-table.ts';
import { type FrameText, raise, say, sayAt, senderOf, type Sent, tree } from './shapes.ts';

export const pythonPairs = new PairTable();

const py = senderOf('python');
const total = 'shop.cart.total | return rates[currency] * base';
const caller = 'shop.views.checkout | return total(cart)';

function retried(times: number): Sent {
  const attempt = {
    type: 'ConnectionError',
    value: 'away',
    frames: ['shop.jobs.retry | send()', 'shop.net.send | raise ConnectionError(host)'],
  };
  const nodes = Array.from({ length: times }, (_, at) => {
    const id = times - 1 - at;
    const frames = id === 0 ? ['shop.jobs.run | retry()', ...attempt.frames] : attempt.frames;
    return [
      id,
      id === 0 ? undefined : id - 1,
      id === 0 ? '' : '__context__',
      { ...attempt, frames },
    ] as const;
  });
  return tree('python', nodes);
}

function grouped(
  members: readonly (readonly [type: string, place: string])[],
  message = 'unhandled errors in a TaskGroup',
): Sent {
  const group = {
    type: 'ExceptionGroup',
    value: `${message} (${members.length} sub-exceptions)`,
    frames: ['shop.sync.main | async with TaskGroup():'],
  };
  const nodes = members.map(
    ([type, place], at) =>
      [
        at + 1,
        0,
        `exceptions[${at}]`,
        { type, value: `shard ${at} is away`, frames: [`shop.sync.${place} | await ${place}(i)`] },
      ] as const,
  );
  return tree('python', [...nodes.toReversed(), [0, undefined, '', group]]);
}

function recurse(depth: number): readonly FrameText[] {
  return [caller, ...Array.from({ length: depth }, () => 'shop.tree.walk | walk(child)')];
}

function bounce(depth: number): readonly FrameText[] {
  return [
    caller,
    ...Array.from({ length: depth }, (_, at) =>
      at % 2 ? 'shop.tree.odd | even(n - 1)' : 'shop.tree.even | odd(n - 1)',
    ),
  ];
}

/** A recursion that calls itself at one line and fails at another. */
function branch(depth: number, last = 'return rows[depth]'): readonly FrameText[] {
  const calls = Array.from({ length: depth }, () => 'shop.tree.branch | branch(depth + 1)');
  return [...calls, `shop.tree.branch | ${last}`];
}

/**
 * Error of `except ConnectionError: return send(left - 1)`. Each error has the previous one as its
 * context.
 */
function again(times: number): Sent {
  const nodes = Array.from({ length: times }, (_, id) => {
    const calls = Array.from({ length: times - 1 - id }, () => 'shop.net.send | send(left - 1)');
    const frames = [...calls, 'shop.net.send | post(url)', 'shop.net.post | raise ConnectionError'];
    const from = id === 0 ? ([undefined, ''] as const) : ([id - 1, '__context__'] as const);
    const called = id === 0 ? ['shop.jobs.run | send(3)'] : [];
    const raised = { type: 'ConnectionError', value: 'no', frames: [...called, ...frames] };
    return [id, ...from, raised] as const;
  });
  return tree('python', nodes.toReversed());
}

pythonPairs.about('Python', () => {
  return [
    same(
      'two keys of one line',
      py('KeyError', "'a'", [caller, total]),
      py('KeyError', "'b'", [caller, total]),
    ),
    same(
      'two users of one raise',
      py('NotFound', 'user ann', [total]),
      py('NotFound', 'user bob', [total]),
    ),
    same(
      'a framework upgraded',
      py('KeyError', 'x', ['~django.core.handlers.base._get_response | old', total]),
      py('KeyError', 'x', ['~django.core.handlers.exception.inner | new', total]),
    ),
    same(
      'recursion at two depths',
      py('ValueError', 'x', recurse(2)),
      py('ValueError', 'x', recurse(60)),
    ),
    same('no recursion yet', py('ValueError', 'x', recurse(1)), py('ValueError', 'x', recurse(5))),
    same(
      'mutual recursion, even depths',
      py('ValueError', 'x', bounce(4)),
      py('ValueError', 'x', bounce(20)),
    ),
    same(
      'mutual recursion, even and odd depth',
      py('ValueError', 'x', bounce(7)),
      py('ValueError', 'x', bounce(20)),
    ),
    same('a chain that grows by retries: one and two', retried(1), retried(2)),
    same(
      'a recursion whose calls stand on other lines than its failure, and none yet',
      py('ValueError', 'x', [caller, ...branch(0)]),
      py('ValueError', 'x', [caller, ...branch(40)]),
    ),
    same('retried by a call of itself: once and five times', again(1), again(5)),
    same(
      'too deep, in another line and from another caller',
      py('RecursionError', 'maximum recursion depth exceeded', [caller, ...branch(900)]),
      py('RecursionError', 'maximum recursion depth exceeded in comparison', [
        total,
        ...branch(920, 'if depth > 9:'),
        'shop.tree.size | len(x)',
      ]),
    ),
    different(
      'two lines on which one recursion fails',
      py('ValueError', 'x', [caller, ...branch(3)]),
      py('ValueError', 'x', [caller, ...branch(3, 'raise ValueError(depth)')]),
    ),
    different(
      'too deep in two functions',
      py('RecursionError', 'maximum recursion depth exceeded', recurse(900)),
      py('RecursionError', 'maximum recursion depth exceeded', bounce(900)),
    ),
    same('a chain that grows by retries: two and five', retried(2), retried(5)),
    same(
      'a group of one and of two like children',
      grouped([['ConnectionError', 'pull']]),
      grouped([
        ['ConnectionError', 'pull'],
        ['ConnectionError', 'pull'],
      ]),
    ),
    same(
      'a group of two and of five like children',
      grouped([
        ['ConnectionError', 'pull'],
        ['ConnectionError', 'pull'],
      ]),
      grouped(Array.from({ length: 5 }, () => ['ConnectionError', 'pull'] as const)),
    ),
    same(
      'children in another order',
      grouped([
        ['ConnectionError', 'pull'],
        ['KeyError', 'push'],
      ]),
      grouped([
        ['KeyError', 'push'],
        ['ConnectionError', 'pull'],
      ]),
    ),
    same(
      'children of two kinds, one of them twice',
      grouped([
        ['ConnectionError', 'pull'],
        ['KeyError', 'push'],
      ]),
      grouped([
        ['KeyError', 'push'],
        ['ConnectionError', 'pull'],
        ['KeyError', 'push'],
      ]),
    ),
    different(
      'children of other kinds',
      grouped([['ConnectionError', 'pull']]),
      grouped([['KeyError', 'pull']]),
    ),
    different(
      'children of other places',
      grouped([['ConnectionError', 'pull']]),
      grouped([['ConnectionError', 'push']]),
    ),
    different(
      'a second kind of child',
      grouped([['ConnectionError', 'pull']]),
      grouped([
        ['ConnectionError', 'pull'],
        ['KeyError', 'push'],
      ]),
    ),
    same(
      "frames of the SDK's own integration",
      py('KeyError', 'x', ['sentry_sdk.integrations.threading.run | old()', total]),
      py('KeyError', 'x', [total]),
    ),
    same(
      'comprehensions have no frame in newer versions of Python',
      py('KeyError', 'x', [caller, 'shop.cart.<listcomp> | return [p(i) for i in cart]', total]),
      py('KeyError', 'x', [caller, total]),
    ),
    same(
      'a message with a stack through an upgraded logger',
      sayAt('python', 'stacked', [caller, '?logging._log | self.handle(record)']),
      sayAt('python', 'stacked', [
        caller,
        '?logging.error | self._log()',
        '?logging.callHandlers | hdlr.handle(record)',
      ]),
    ),
    different(
      'the same text in two functions',
      sayAt('python', 'gone', [caller]),
      sayAt('python', 'gone', [total]),
    ),
    different(
      'two texts of one function',
      sayAt('python', 'disk is full', [caller]),
      sayAt('python', 'queue is long', [caller]),
    ),
    same(
      'two numbers of one function',
      sayAt('python', 'disk at 91%', [caller]),
      sayAt('python', 'disk at 97%', [caller]),
    ),
    different(
      'another line of code in one function',
      py('KeyError', 'x', [total]),
      py('KeyError', 'x', ['shop.cart.total | return names[user]']),
    ),
    different(
      'another caller',
      py('KeyError', 'x', [caller, total]),
      py('KeyError', 'x', ['shop.jobs.nightly | total(cart)', total]),
    ),
    different(
      'another module',
      py('KeyError', 'x', [total]),
      py('KeyError', 'x', ['shop.basket.total | return rates[currency] * base']),
    ),
    different('another type', py('KeyError', 'x', [total]), py('TypeError', 'x', [total])),
    different(
      'types of one name in two modules, without a stack',
      py('NotFound', 'x', undefined, { module: 'shop.users' }),
      py('NotFound', 'x', undefined, { module: 'shop.orders' }),
    ),
    different(
      'another cause',
      raise('python', [
        { type: 'OSError', value: 'x', frames: [total] },
        { type: 'PaymentError', value: 'y', frames: [caller] },
      ]),
      raise('python', [
        { type: 'KeyError', value: 'x', frames: [total] },
        { type: 'PaymentError', value: 'y', frames: [caller] },
      ]),
    ),
    different(
      'with and without a cause',
      py('PaymentError', 'y', [caller]),
      raise('python', [
        { type: 'OSError', value: 'x', frames: [total] },
        { type: 'PaymentError', value: 'y', frames: [caller] },
      ]),
    ),
    different(
      'a retry that ends in another error',
      retried(3),
      py('TimeoutError', 'x', ['shop.jobs.run | retry()']),
    ),
    different(
      'exceptions that were never raised',
      py('RuntimeError', 'quota'),
      py('RuntimeError', 'fixed id'),
    ),
    same(
      'exceptions that were never raised, with a number',
      py('RuntimeError', 'quota 2'),
      py('RuntimeError', 'quota 31'),
    ),
  ];
});

pythonPairs.about('Python as its SDK sent it', () => {
  const log = (message: string) =>
    say('python', undefined, { logentry: { message, params: [] }, logger: '__main__' });
  const is = (name: string) => sent(`python/${name}`);
  return [
    different(
      'charging in a log and in a job',
      is('paymenterror-could-not-charge-invoice-18'),
      is('paymenterror-could-not-charge-invoice-4711'),
    ),
    same(
      'a shade of template: three users',
      is('message-user-42-failed-in-login'),
      is('message-user-ann-failed-in-checkout'),
    ),
    same(
      'a template in a cart',
      is('message-user-bob-failed-in-cart'),
      is('message-user-ann-failed-in-checkout'),
    ),
    same(
      'a template with letters beyond ASCII',
      is('message-user-zo-failed-in-search'),
      is('message-user-ann-failed-in-checkout'),
    ),
    same(
      'two lines of loguru, which begin with their time',
      log('2026-11-23 00:38:16.092 | ERROR    | __main__:<module>:9 - could not ship 17'),
      log('2026-11-24 01:00:01.118 | ERROR    | __main__:<module>:12 - could not ship 18'),
    ),
    different(
      'five levels are five texts: debug and error',
      is('message-a-message-of-level-debug'),
      is('message-a-message-of-level-error'),
    ),
    different(
      'five levels are five texts: info and fatal',
      is('message-a-message-of-level-info'),
      is('message-a-message-of-level-fatal'),
    ),
    different(
      'two groups of tasks',
      is('exceptiongroup-unhandled-errors-in-a-taskgroup'),
      is('exceptiongroup-unhandled-errors-in-a-taskgroup-2'),
    ),
    different(
      'two groups of tasks of two programs',
      is('exceptiongroup-unhandled-errors-in-a-taskgroup-2'),
      is('exceptiongroup-unhandled-errors-in-a-taskgroup-3'),
    ),
    different('one key of two programs', is('keyerror-bob'), is('keyerror-q')),
    different(
      'a view and a page of Flask',
      is('keyerror-q'),
      is('lookuperror-user-2-has-no-profile'),
    ),
    different('two tenants of a fingerprint', is('keyerror-chf'), is('keyerror-chf-2')),
    different(
      'two views of one function',
      is('notfound-a-1-was-not-found'),
      is('notfound-a-1-was-not-found-3'),
    ),
    different(
      'an edited line',
      is('notfound-user-1-was-not-found'),
      is('notfound-user-1-was-not-found-2'),
    ),
    different(
      'a further caller',
      is('notfound-user-1-was-not-found-2'),
      is('notfound-user-1-was-not-found-3'),
    ),
    different(
      'a renamed function',
      is('notfound-user-1-was-not-found-2'),
      is('notfound-user-1-was-not-found-4'),
    ),
    different(
      'a fingerprint, and one with variables',
      is('notfound-x-1-was-not-found'),
      is('notfound-x-1-was-not-found-2'),
    ),
    different(
      'a lookup and a variable fingerprint',
      is('lookuperror-user-2-has-no-profile'),
      is('notfound-x-1-was-not-found-2'),
    ),
    different(
      'four divisions: a template and a task',
      is('zerodivisionerror-division-by-zero'),
      is('zerodivisionerror-division-by-zero-3'),
    ),
    different(
      'four divisions: a log and an exec',
      is('zerodivisionerror-division-by-zero-2'),
      is('zerodivisionerror-division-by-zero-4'),
    ),
    different(
      'quota and fixed id, which were never raised',
      is('runtimeerror-quota-2'),
      is('runtimeerror-fixed-id'),
    ),
    different('disk full and disk low', is('message-disk-full'), is('message-disk-low')),
    different(
      'two log statements',
      is('message-classic-error-with-logs-on-x'),
      is('message-rate-for-gbp-missing'),
    ),
    different(
      'a table and a filter',
      is('templatesyntaxerror-invalid-filter-nosuchfilter'),
      is('templatesyntaxerror-invalid-block-tag-on-line-5'),
    ),
  ];
});
