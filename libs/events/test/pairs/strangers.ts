import { different, type Pair, PairTable, rowsOf } from './pair-table.ts';
import { raisedBy, say, type Sent } from './shapes.ts';

export const strangerPairs = new PairTable();

/** Returns a tag that makes a pair of each text and the next one. */
function neighboursOf(make: (text: string) => Sent) {
  return (lines: TemplateStringsArray): readonly Pair[] => {
    const texts = rowsOf(lines).flat();
    return texts.slice(1).map((next, at) => {
      const last = texts[at]!;
      return different(`${last} | ${next}`, make(last), make(next));
    });
  };
}

strangerPairs.about('what browsers report without a usable stack', () => [
  ...neighboursOf(raisedBy('javascript'))`
    TypeError: cart.total is not a function ¦ TypeError: cart.total is not iterable
    TypeError: Cannot read properties of undefined (reading 'length')
    TypeError: Cannot read properties of undefined (reading 'map')
    TypeError: Cannot read properties of null (reading 'map')
    TypeError: Cannot set properties of null (setting 'value')
    TypeError: Cannot set properties of null (setting 'innerHTML')
    TypeError: Cannot use 'in' operator to search for 'id' in undefined ¦ TypeError: Assignment to constant variable.
    TypeError: Converting circular structure to JSON ¦ TypeError: Failed to fetch
    TypeError: Importing a module script failed. ¦ TypeError: Class constructor Cart cannot be invoked without new
    TypeError: Class constructor Order cannot be invoked without new ¦ TypeError: Illegal invocation
    ReferenceError: gtag is not defined ¦ ReferenceError: fbq is not defined
    ReferenceError: Cannot access 'cart' before initialization
    ReferenceError: Cannot access 'order' before initialization ¦ SyntaxError: Unexpected token '<'
    SyntaxError: Unexpected end of JSON input ¦ SyntaxError: Invalid or unexpected token
    RangeError: Maximum call stack size exceeded ¦ RangeError: Invalid array length ¦ RangeError: Invalid time value
    URIError: URI malformed ¦ AbortError: The user aborted a request. ¦ TimeoutError: signal timed out
    NotAllowedError: play() failed because the user did not interact with the document first.
    NotFoundError: Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.
    NotFoundError: The object can not be found here. ¦ SecurityError: The operation is insecure.
    QuotaExceededError: The quota has been exceeded. ¦ Error: Minified React error #418
    Error: Minified React error #310 ¦ Error: Request failed with status code 401
    Error: Request failed with status code 422 ¦ Error: Network Error ¦ AxiosError: Network Error
    AxiosError: timeout of 3000ms exceeded ¦ Error: Script error.
    Error: ResizeObserver loop completed with undelivered notifications.
  `,
]);

strangerPairs.about('what loggers say', () => [
  ...neighboursOf((text) => say('other', text))`
    connection to database lost ¦ connection to database refused ¦ connection to broker lost ¦ payment declined by bank
    payment declined by provider ¦ invoice not found ¦ invoice not paid ¦ customer not found ¦ retrying in 5 s
    giving up after 5 s ¦ giving up after 5 tries ¦ cache miss for key=17 ¦ cache hit for key=17 ¦ slow query: 1200 ms
    slow request: 1200 ms ¦ worker 3 started ¦ worker 3 stopped ¦ no space left on /dev/sda1
    no inodes left on /dev/sda1 ¦ bad response from https://a.example/x ¦ no response from https://a.example/x
  `,
]);
