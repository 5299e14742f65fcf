import { expect, test } from '@jest/globals';
import type { NormalisedEvent } from '#shared';
import { bareEvent } from '../../test/bare-event.ts';
import { printMarkdown } from './print-markdown.ts';

const bare: NormalisedEvent = { ...bareEvent, occurredAtMs: Date.UTC(2026, 2, 4, 12) };

test('prints what a reader of a ticket needs, and nothing about the user', () => {
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
  expect(text).toMatch(/^# `TypeError: x is undefined`\n\n- When: `2026-03-04T12:00:00.000Z`\n/);
  expect(text).toContain('- Release: `1.4.2`\n');
  expect(text).toMatch(/## Stack trace\n\n```text\n[^`]*cart\.ts[^`]*\n```\n/);
  expect(text).toContain('## What happened before\n\n- `info ui.click button#pay`\n');
  expect(text).toContain('## Request\n\n- `POST https://shop.example/pay`\n');
  expect(text).toContain('## Tags\n\n- `plan` `free`\n');
  expect(text).not.toMatch(/ada|secret/);
});

test.each([
  ['![x](https://evil.example/x.png)', '# `![x](https://evil.example/x.png)`\n'],
  ['ends a `span` early', '# ``ends a `span` early``\n'],
  ['``', '# ``` `` ```\n'],
  ['two\n\n# lines', '# `two # lines`\n'],
])('keeps %j within its code', (value, head) => {
  const text = printMarkdown({ ...bare, title: { type: '', value, place: '' }, message: value });
  expect(text.startsWith(head)).toBe(true);
});

test('fences a stack that has fences', () => {
  const text = printMarkdown({ ...bare, message: 'x\n```\n# not a heading' });
  expect(text).toContain('````text\n');
  expect(text.match(/^````$/gm)).toHaveLength(1);
});

test('lets no empty text open a span that a later text closes', () => {
  const text = printMarkdown({ ...bare, tags: [['', 'a`b ![x](https://evil.example/x.png)']] });
  expect(text).toContain('\n- — ``a`b ![x](https://evil.example/x.png)``\n');
});

test('prints a stack of a million marks', () => {
  const text = printMarkdown({ ...bare, message: '` '.repeat(500_000) });
  expect(text).toContain('\n## Stack trace\n');
});

test('says something about an event that says nothing', () => {
  expect(printMarkdown(bare)).toMatch(/^# `No message`\n/);
});
