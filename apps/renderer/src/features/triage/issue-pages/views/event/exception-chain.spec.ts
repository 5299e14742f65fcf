import { expect, test } from '@jest/globals';
import type { ExceptionValue } from '#shared';
import { describeMechanism } from './exception-chain.tsx';

test.each<readonly [Partial<ExceptionValue>, string]>([
  [{}, ''],
  [{ mechanism: { type: 'generic' } }, ''],
  [{ mechanism: { type: 'generic', handled: true } }, 'handled'],
  [
    { mechanism: { type: 'onunhandledrejection', handled: false } },
    'unhandled, by onunhandledrejection',
  ],
  [{ mechanism: { type: 'logging' } }, 'by logging'],
  [{ mechanism: { type: 'chained', source: 'errors[1]' } }, 'from errors[1]'],
  [{ module: 'shop.errors', mechanism: { type: 'django' } }, 'module shop.errors · by django'],
  [{ type: 'java.lang.Error', module: 'java.lang' }, ''],
])('describeMechanism says in words how an exception was caught: %j', (traits, words) => {
  const exception = { type: 'Error', value: '', frames: [], ...traits };
  expect(describeMechanism(exception, exception)).toBe(words);
});

test('describeMechanism does not repeat for a cause that nothing caught the exception', () => {
  const plain = { type: 'E', value: '', frames: [] };
  const surfaced = { ...plain, mechanism: { type: 'django', handled: false } };
  const cause = { ...plain, mechanism: { type: 'chained', handled: false } };
  const caught = { ...plain, mechanism: { type: 'chained', handled: true } };
  expect(describeMechanism(cause, surfaced)).toBe('');
  expect(describeMechanism(caught, surfaced)).toBe('handled');
});
