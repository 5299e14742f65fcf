import { expect, test } from '@jest/globals';
import type { ExceptionValue, NormalisedEvent, StackFrame } from '#shared';
import { bareEvent as bare } from '../../test/bare-event.ts';
import { printStack } from './print-stack.ts';

const own = (traits: Partial<StackFrame>): StackFrame => ({ inApp: true, ...traits });

function thrown(type: string, traits: Partial<ExceptionValue> = {}): ExceptionValue {
  return { type, value: `${type} says`, frames: [], ...traits };
}

const python = [
  own({ function: 'main', absPath: '/srv/app.py', filename: 'app.py', line: 9 }),
  own({
    function: 'shop.rates.rate',
    module: 'shop.rates',
    filename: 'app.py',
    line: 2,
    contextLine: '    return rates[currency]',
  }),
];
const java = [
  own({ function: 'com.acme.Main.main', filename: 'Main.java', line: 9 }),
  own({ function: 'com.acme.Shop$Cart.close' }),
];
const script = [
  own({ function: 'main', absPath: 'https://shop/app.js', filename: 'app.js', line: 9, column: 2 }),
  own({ absPath: 'https://shop/app.js', filename: 'app.js', line: 2, column: 1 }),
];
const go = [
  own({ function: 'main.main', absPath: '/src/main.go', line: 9 }),
  own({ function: 'main.(*DB).Save' }),
];
const rust = [own({ function: 'shop::main', filename: 'src/main.rs', line: 9, column: 5 })];
const native = [own({ function: 'crash', package: '/usr/lib/libshop.so' })];

const php = [
  own({ absPath: '/srv/index.php', line: 9 }),
  own({ function: 'Shop\\Cart::pay', absPath: '/srv/cart.php', line: 5 }),
  own({ function: 'Shop\\Cart::total', absPath: '/srv/cart.php', line: 2 }),
];
const ruby = [
  own({ function: '<main>', absPath: '/srv/app.rb', line: 9 }),
  own({ function: 'Cart#total', absPath: '/srv/cart.rb', line: 2 }),
];

const CASES: readonly (readonly [string, Partial<NormalisedEvent>, string])[] = [
  [
    "Python's most recent call is the last, and its cause the first",
    {
      platform: 'python',
      exceptions: [
        thrown('KeyError', { value: "'GBP'", frames: python, parent: 1, relation: 'context' }),
        thrown('Low', { parent: 2, relation: 'cause' }),
        thrown('High', { frames: python.slice(0, 1) }),
      ],
    },
    `Traceback (most recent call last):
  File "/srv/app.py", line 9, in main
  File "app.py", line 2, in rate
    return rates[currency]
KeyError: 'GBP'

During handling of the above exception, another exception occurred:

Low: Low says

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/srv/app.py", line 9, in main
High: High says
`,
  ],
  [
    "Python's groups stand in boxes, the innermost closing those around it",
    {
      platform: 'python',
      exceptions: [
        thrown('Inner', { parent: 2, relation: 'member' }),
        thrown('Other', { parent: 2, relation: 'member', frames: python.slice(0, 1) }),
        thrown('ExceptionGroup', { parent: 4, relation: 'member', value: 'two', isGroup: true }),
        thrown('First', { parent: 4, relation: 'member' }),
        thrown('ExceptionGroup', { value: 'all', isGroup: true, frames: python.slice(0, 1) }),
      ],
    },
    `  + Exception Group Traceback (most recent call last):
  |   File "/srv/app.py", line 9, in main
  | ExceptionGroup: all (2 sub-exceptions)
  +-+---------------- 1 ----------------
    | First: First says
    +---------------- 2 ----------------
    | ExceptionGroup: two (2 sub-exceptions)
    +-+---------------- 1 ----------------
      | Traceback (most recent call last):
      |   File "/srv/app.py", line 9, in main
      | Other: Other says
      +---------------- 2 ----------------
      | Inner: Inner says
      +------------------------------------
`,
  ],
  [
    'Java has suppressed exceptions under their owner, and then the cause',
    {
      platform: 'java',
      exceptions: [
        thrown('java.lang.Deep', { parent: 2, relation: 'cause', frames: java.slice(0, 1) }),
        thrown('java.lang.Close', { parent: 2, relation: 'suppressed', frames: java }),
        thrown('java.lang.Top', { frames: java.slice(0, 1) }),
      ],
    },
    `java.lang.Top: java.lang.Top says
\tat com.acme.Main.main(Main.java:9)
\tSuppressed: java.lang.Close: java.lang.Close says
\t\tat com.acme.Shop$Cart.close(Unknown Source)
\t\tat com.acme.Main.main(Main.java:9)
Caused by: java.lang.Deep: java.lang.Deep says
\tat com.acme.Main.main(Main.java:9)
`,
  ],
  [
    'JavaScript has line and column, and only the place of a call without a name',
    {
      platform: 'javascript',
      exceptions: [thrown('Deep'), thrown('TypeError', { frames: script })],
    },
    `TypeError: TypeError says
    at https://shop/app.js:2:1
    at main (https://shop/app.js:9:2)
[cause]: Deep: Deep says
`,
  ],
  [
    'the errors of an AggregateError are counted',
    {
      platform: 'node',
      exceptions: [
        thrown('B', { parent: 2, relation: 'member' }),
        thrown('A', { parent: 2, relation: 'member' }),
        thrown('AggregateError', { value: '', isGroup: true }),
      ],
    },
    `AggregateError
    [1 of 2] A: A says
    [2 of 2] B: B says
`,
  ],
  [
    'Go has a call and its file on lines of their own',
    { platform: 'go', exceptions: [thrown('*errors.errorString', { value: 'gone', frames: go })] },
    `*errors.errorString: gone

goroutine [running]:
main.(*DB).Save(...)
main.main(...)
\t/src/main.go:9
`,
  ],
  [
    'Rust numbers its calls; its platform is native',
    {
      platform: 'native',
      sdk: { name: 'sentry.rust.axum', version: '1' },
      exceptions: [thrown('panic', { value: 'boom', frames: rust })],
    },
    `panic: boom
stack backtrace:
   0: shop::main
             at src/main.rs:9:5
`,
  ],
  [
    'a native call names its image',
    { platform: 'native', exceptions: [thrown('SIGSEGV', { value: '', frames: native })] },
    'SIGSEGV\n    crash (/usr/lib/libshop.so)\n',
  ],
  [
    'C# has the line in words',
    {
      platform: 'csharp',
      exceptions: [
        thrown('Oops', {
          value: '',
          frames: [own({ function: 'Shop.Run()', absPath: 'C:\\a.cs', line: 3 })],
        }),
      ],
    },
    'Oops\n   at Shop.Run() in C:\\a.cs:line 3\n',
  ],
  [
    'Java marks a native method',
    {
      platform: 'java',
      exceptions: [
        thrown('java.lang.Top', {
          frames: [own({ function: 'java.net.Net.poll', isNative: true })],
        }),
      ],
    },
    'java.lang.Top: java.lang.Top says\n\tat java.net.Net.poll(Native Method)\n',
  ],
  [
    'PHP has causes first, and the place of each call with the function called there',
    {
      platform: 'php',
      exceptions: [
        thrown('PDOException', { value: 'gone', frames: php.slice(0, 2) }),
        thrown('Shop\\Oops', { value: 'no total', frames: php }),
      ],
    },
    `PDOException: gone in /srv/cart.php:5
Stack trace:
#0 /srv/index.php(9): Shop\\Cart::pay()
#1 {main}

Next Shop\\Oops: no total in /srv/cart.php:2
Stack trace:
#0 /srv/cart.php(5): Shop\\Cart::total()
#1 /srv/index.php(9): Shop\\Cart::pay()
#2 {main}
`,
  ],
  [
    'PHP marks a call that comes from an internal function',
    {
      platform: 'php',
      exceptions: [thrown('E', { value: 'x', frames: [own({ function: 'array_map' }), php[2]!] })],
    },
    `E: x in /srv/cart.php:2
Stack trace:
#0 [internal function]: Shop\\Cart::total()
#1 [internal function]: array_map()
`,
  ],
  [
    'Ruby has the newest call before the message, and the type behind its first line',
    {
      platform: 'ruby',
      exceptions: [
        thrown('IOError', { value: 'down\nsince noon', frames: ruby.slice(0, 1) }),
        thrown('NoMethodError', { value: 'no price', frames: ruby }),
      ],
    },
    `/srv/cart.rb:2:in 'Cart#total': no price (NoMethodError)
\tfrom /srv/app.rb:9:in '<main>'
/srv/app.rb:9:in '<main>': down (IOError)
since noon
`,
  ],
  [
    'Dart numbers its calls',
    {
      platform: 'dart',
      exceptions: [
        thrown('StateError', {
          value: 'Bad state: No element',
          frames: [
            own({ function: 'main', absPath: 'package:shop/main.dart', line: 9, column: 3 }),
            own({ function: 'ListBase.first', absPath: 'dart:collection/list.dart', line: 61 }),
          ],
        }),
      ],
    },
    `StateError: Bad state: No element
#0      ListBase.first (dart:collection/list.dart:61)
#1      main (package:shop/main.dart:9:3)
`,
  ],
  [
    'Elixir has the place before the call',
    {
      platform: 'elixir',
      exceptions: [
        thrown('KeyError', {
          value: 'key :a not found',
          frames: [
            own({ function: ':erlang.apply/2', package: 'kernel' }),
            own({ function: 'Shop.Cart.total/1', filename: 'lib/shop/cart.ex', line: 12 }),
          ],
        }),
      ],
    },
    `** (KeyError) key :a not found
    lib/shop/cart.ex:12: Shop.Cart.total/1
    (kernel) :erlang.apply/2
`,
  ],
  [
    'Swift says which image a call is in, and where its source is',
    {
      platform: 'cocoa',
      exceptions: [
        thrown('Fatal error', {
          value: 'nil',
          frames: [
            own({ function: 'start', package: 'dyld' }),
            own({ function: 'total()', package: 'Shop', absPath: '/src/Cart.swift', line: 12 }),
          ],
        }),
      ],
    },
    `Fatal error: nil
0 total() in Shop at /src/Cart.swift:12
1 start in dyld
`,
  ],
  [
    'a message has the stack it was sent with',
    { platform: 'python', message: 'Disk low', stack: python.slice(0, 1) },
    'Traceback (most recent call last):\n  File "/srv/app.py", line 9, in main\nDisk low\n',
  ],
  ['an event without a stack is printed as its title', { message: 'Disk low' }, 'Disk low\n'],
  ['an empty event is printed as “No message”', {}, 'No message\n'],
];

test.each(CASES)('printStack: %s', (_promise, traits, text) => {
  expect(printStack({ ...bare, ...traits })).toBe(text);
});

test('printStack prints the calls of an unknown platform plainly', () => {
  const exceptions = [thrown('E', { value: '', frames: native })];
  expect(printStack({ ...bare, platform: 'constructor', exceptions })).toContain('    crash (');
});

test('printStack says at the end of a stack what was left out', () => {
  const cut = ['tags: 1 of 101 left out', 'stack trace: 344 frames cut to the first and last 100'];
  const exceptions = [thrown('Error', { frames: go })];
  expect(printStack({ ...bare, exceptions, cut })).toMatch(
    /\n\(stack trace: 344 frames cut to the first and last 100\)\n$/,
  );
});
