import { different, type Pair, PairTable } from './pair-table.ts';
import { say, senderOf, type Sent } from './shapes.ts';

export const strangerPairs = new PairTable();

function listApart<T>(
  list: readonly T[],
  { name, make }: { name: (one: T) => string; make: (one: T) => Sent },
): readonly Pair[] {
  return list
    .slice(1)
    .map((next, at) =>
      different(`${name(list[at]!)} | ${name(next)}`, make(list[at]!), make(next)),
    );
}

strangerPairs.about('what browsers report without a usable stack', () => {
  const js = senderOf('javascript');
  const values: readonly (readonly [type: string, value: string])[] = [
    ['TypeError', 'cart.total is not a function'],
    ['TypeError', 'cart.total is not iterable'],
    ['TypeError', "Cannot read properties of undefined (reading 'length')"],
    ['TypeError', "Cannot read properties of undefined (reading 'map')"],
    ['TypeError', "Cannot read properties of null (reading 'map')"],
    ['TypeError', "Cannot set properties of null (setting 'value')"],
    ['TypeError', "Cannot set properties of null (setting 'innerHTML')"],
    ['TypeError', "Cannot use 'in' operator to search for 'id' in undefined"],
    ['TypeError', 'Assignment to constant variable.'],
    ['TypeError', 'Converting circular structure to JSON'],
    ['TypeError', 'Failed to fetch'],
    ['TypeError', 'Importing a module script failed.'],
    ['TypeError', 'Class constructor Cart cannot be invoked without new'],
    ['TypeError', 'Class constructor Order cannot be invoked without new'],
    ['TypeError', 'Illegal invocation'],
    ['ReferenceError', 'gtag is not defined'],
    ['ReferenceError', 'fbq is not defined'],
    ['ReferenceError', "Cannot access 'cart' before initialization"],
    ['ReferenceError', "Cannot access 'order' before initialization"],
    ['SyntaxError', "Unexpected token '<'"],
    ['SyntaxError', 'Unexpected end of JSON input'],
    ['SyntaxError', 'Invalid or unexpected token'],
    ['RangeError', 'Maximum call stack size exceeded'],
    ['RangeError', 'Invalid array length'],
    ['RangeError', 'Invalid time value'],
    ['URIError', 'URI malformed'],
    ['AbortError', 'The user aborted a request.'],
    ['TimeoutError', 'signal timed out'],
    ['NotAllowedError', 'play() failed because the user did not interact with the document first.'],
    [
      'NotFoundError',
      "Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.",
    ],
    ['NotFoundError', 'The object can not be found here.'],
    ['SecurityError', 'The operation is insecure.'],
    ['QuotaExceededError', 'The quota has been exceeded.'],
    ['Error', 'Minified React error #418'],
    ['Error', 'Minified React error #310'],
    ['Error', 'Request failed with status code 401'],
    ['Error', 'Request failed with status code 422'],
    ['Error', 'Network Error'],
    ['AxiosError', 'Network Error'],
    ['AxiosError', 'timeout of 3000ms exceeded'],
    ['Error', 'Script error.'],
    ['Error', 'ResizeObserver loop completed with undelivered notifications.'],
  ];
  return listApart(values, {
    name: ([type, value]) => `${type}: ${value}`,
    make: ([type, value]) => js(type, value),
  });
});

strangerPairs.about('what loggers say', () => {
  const texts = [
    'connection to database lost',
    'connection to database refused',
    'connection to broker lost',
    'payment declined by bank',
    'payment declined by provider',
    'invoice not found',
    'invoice not paid',
    'customer not found',
    'retrying in 5 s',
    'giving up after 5 s',
    'giving up after 5 tries',
    'cache miss for key=17',
    'cache hit for key=17',
    'slow query: 1200 ms',
    'slow request: 1200 ms',
    'worker 3 started',
    'worker 3 stopped',
    'no space left on /dev/sda1',
    'no inodes left on /dev/sda1',
    'bad response from https://a.example/x',
    'no response from https://a.example/x',
  ];
  return listApart(texts, { name: (text) => text, make: (text) => say('other', text) });
});
