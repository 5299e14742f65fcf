import { expect, test } from '@jest/globals';
import type { NormalisedEvent } from '#shared';
import { bareEvent } from '../../test/bare-event.ts';
import { printMarkdown as print } from './print-markdown.ts';

const printMarkdown = (event: NormalisedEvent): string => print(event, { mostBytes: 32_000 });

const bare: NormalisedEvent = { ...bareEvent, occurredAtMs: Date.UTC(2026, 2, 4, 12) };

test('an event in Markdown has what a reader of a ticket needs, and nothing about the user', () => {
  const text = printMarkdown({
    ...bare,
    title: { type: 'TypeError', value: 'x is undefined', place: '' },
    release: '1.4.2',
    exceptions: [
      {
        type: 'TypeError',
        value: 'x is undefined',
        frames: [{ inApp: true, function: 'total', filename: 'cart.ts', line: 4 }],
      },
    ],
    breadcrumbs: [{ type: 'default', category: 'ui.click', level: 'info', message: 'button#pay' }],
    user: { email: 'ada@example.org' },
    request: { method: 'POST', url: 'https://shop.example/pay', headers: [['x-key', 'secret']] },
    tags: [['plan', 'free']],
  });
  expect(text).toMatch(
    /^Texts in code .*\n\n# `TypeError: x is undefined`\n\n- When: `2026-03-04T12:00:00.000Z`\n/,
  );
  expect(text).toContain('- Release: `1.4.2`\n');
  expect(text).toMatch(/## Stack trace\n\n```text\n[^`]*cart\.ts[^`]*\n```\n/);
  expect(text).toContain(
    '## What happened before, the latest first\n\n- `info ui.click button#pay`\n',
  );
  expect(text).toContain('## Request\n\n- `POST https://shop.example/pay`\n');
  expect(text).toContain('## Tags\n\n- `plan` `free`\n');
  expect(text).not.toMatch(/ada|secret/);
});

test.each([
  ['![x](https://evil.example/x.png)', '# `![x](https://evil.example/x.png)`\n'],
  ['ends a `span` early', '# ``ends a `span` early``\n'],
  ['``', '# ``` `` ```\n'],
  ['two\n\n# lines', '# `two # lines`\n'],
])('the text %j stays within its code in Markdown', (value, head) => {
  const text = printMarkdown({ ...bare, title: { type: '', value, place: '' }, message: value });
  expect(text).toContain(`\n\n${head}`);
});

test('a stack that contains fences is fenced with more marks', () => {
  const text = printMarkdown({ ...bare, message: 'x\n```\n# not a heading' });
  expect(text).toContain('````text\n');
  expect(text.match(/^````$/gm)).toHaveLength(1);
});

test('an empty text opens no code span that a later text closes', () => {
  const text = printMarkdown({ ...bare, tags: [['', 'a`b ![x](https://evil.example/x.png)']] });
  expect(text).toContain('\n- — ``a`b ![x](https://evil.example/x.png)``\n');
});

test('a stack of a million marks is printed in Markdown', () => {
  const text = printMarkdown({ ...bare, message: '` '.repeat(500_000) });
  expect(text).toContain('\n## Stack trace\n');
});

test('an event that says nothing is titled “No message” in Markdown', () => {
  expect(printMarkdown(bare)).toMatch(/\n\n# `No message`\n/);
});

test('the failing calls of the application are shown with code and variables', () => {
  const text = printMarkdown({
    ...bare,
    exceptions: [
      {
        type: 'KeyError',
        value: "'price'",
        frames: [{ inApp: true, function: 'price_of', filename: 'prices.py', contextLine: 'x' }],
      },
      {
        type: 'CartError',
        value: 'no total',
        frames: [
          {
            inApp: true,
            function: 'checkout',
            filename: 'shop/cart.py',
            line: 10,
            preContext: ['def checkout(cart):', '    # all of it'],
            contextLine: '    total = total_of(cart)',
            postContext: ['    return pay(total)'],
            vars: { cart: { items: [] }, note: 'two\nlines', total: '<undefined>' },
          },
          {
            inApp: true,
            function: 'total_of',
            filename: 'shop/total.py',
            line: 3,
            contextLine: 'y',
          },
          { inApp: false, function: 'wrap', filename: 'lib/wrap.py', contextLine: 'z' },
        ],
      },
    ],
  });
  expect(text).toContain(`## Where it failed

In \`total_of (shop/total.py:3)\`:

\`\`\`text
> 3 | y
\`\`\`

In \`price_of (prices.py)\`, of \`KeyError: 'price'\`:

\`\`\`text
> x
\`\`\`

In \`checkout (shop/cart.py:10)\`:

\`\`\`text
   8 | def checkout(cart):
   9 |     # all of it
> 10 |     total = total_of(cart)
  11 |     return pay(total)

cart = {"items":[]}
note = "two\\nlines"
total = <undefined>
\`\`\`

## Stack trace
`);
});

test('the failing call of each exception comes before its callers, until the room is used', () => {
  const vars = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`v${n}`, 'x'.repeat(100)]));
  const own = (name: string) => ({
    inApp: true,
    function: name,
    filename: `${name}.js`,
    line: 9,
    contextLine: `${name}()`,
    vars,
  });
  const text = print(
    {
      ...bare,
      exceptions: [
        { type: 'Cause', value: 'x', frames: [own('parse')] },
        { type: 'E', value: 'x', frames: ['a', 'b', 'c', 'd', 'pay'].map(own) },
      ],
    },
    { mostBytes: 8000 },
  );
  expect([...text.matchAll(/^> 9 \| (\w+)/gm)].map(([, name]) => name)).toEqual([
    'pay',
    'parse',
    'd',
    'c',
  ]);
  expect(Buffer.byteLength(text)).toBeGreaterThan(4500);
});

test('a long line of code begins shortly before the column that failed', () => {
  const contextLine = `${'a'.repeat(300)}.fails()${'b'.repeat(300)}`;
  const frames = [{ inApp: true, function: 'f', line: 1, column: 302, contextLine }];
  const text = printMarkdown({ ...bare, exceptions: [{ type: 'E', value: 'x', frames }] });
  expect(text).toMatch(/^> 1 \| …a+\.fails\(\)b+…$/m);
});

test('the failing call of a library is shown where the application has no call', () => {
  const frames = [
    { inApp: false, function: 'outer', filename: 'a.js', contextLine: 'outer()' },
    { inApp: false, function: 'inner', filename: 'b.js', line: 7, contextLine: 'inner()' },
  ];
  const text = printMarkdown({ ...bare, exceptions: [{ type: 'E', value: 'x', frames }] });
  expect(text).toContain(
    'In `inner (b.js:7)`, in a library:\n\n```text\n> 7 | inner()\n```\n\n## S',
  );
});

test('the newest breadcrumbs come first, so that they are left when there are too many', () => {
  const breadcrumbs = Array.from({ length: 30 }, (_, index) => ({
    type: 'default',
    level: 'info' as const,
    message: `step ${index} ${'x'.repeat(300)}`,
  }));
  const text = print({ ...bare, breadcrumbs }, { mostBytes: 8000 });
  expect(text).toMatch(/first\n\n- `info default step 29 x+…`\n- `info default step 28/);
  expect(text).toMatch(/step 25 x+…`\n… 15 more/);
});

const frame = {
  inApp: true,
  function: 'f'.repeat(500),
  filename: '字'.repeat(500),
  contextLine: 'c'.repeat(5000),
  preContext: ['p'.repeat(5000), 'p'],
  vars: Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`v${n}`, '😀'.repeat(900)])),
};
const long = (character: string): NormalisedEvent => ({
  ...bare,
  title: { type: character.repeat(3000), value: character.repeat(3000), place: '' },
  release: character.repeat(250),
  environment: character.repeat(64),
  transaction: character.repeat(5000),
  serverName: character.repeat(5000),
  exceptions: Array.from({ length: 9 }, () => ({
    type: character.repeat(500),
    value: character.repeat(5000),
    frames: Array.from({ length: 90 }, () => ({ ...frame, filename: character.repeat(900) })),
  })),
  breadcrumbs: Array.from({ length: 50 }, () => ({
    type: 'default',
    level: 'info' as const,
    message: character.repeat(3000),
  })),
  request: { url: `/${character.repeat(5000)}`, query: character.repeat(5000), headers: [] },
  tags: Array.from({ length: 90 }, (_, n) => [
    `${n}${character.repeat(30)}`,
    character.repeat(200),
  ]),
});

test.each(['x', '`', '字', '😀', '` ', ' '])(
  'an event full of %j fits into its bytes in Markdown',
  (character) => {
    for (const mostBytes of [8000, 32_000]) {
      const facts = [['Issue', '[WEB-1](https://errata.example/issues/1)']] as const;
      const text = print(long(character), { mostBytes, facts });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(mostBytes);
      expect(text).toContain('- Issue: [WEB-1](https://errata.example/issues/1)\n');
      expect(text).toContain('## Tags');
      expect(text.isWellFormed()).toBe(true);
    }
  },
);
