import { describe, expect, it } from '@jest/globals';
import { isHashedName, parseFileName, toFileName } from './asset-form.ts';

describe('isHashedName', () => {
  it.each(['client-CKxOp-9X.js', 'issue-list.page-DqKYhSJS.js', 'rolldown-runtime-WkwZ5CU-.js'])(
    'knows %s',
    (name) => expect(isHashedName(name)).toBe(true),
  );

  it.each([
    '',
    'client.js',
    'client-CKxOp-9X',
    'client-CKxOp-9X.js.br',
    'client-CKxOp-9X.js\n',
    '.client-CKxOp-9X.js',
    '../client-CKxOp-9X.js',
    'a/client-CKxOp-9X.js',
    'a\\client-CKxOp-9X.js',
    '..%2Fclient-CKxOp-9X.js',
    'client-CKxOp-9X.js?a',
  ])('refuses %j', (name) => expect(isHashedName(name)).toBe(false));
});

describe('parseFileName', () => {
  it.each([
    ['a-12345678.js', 'identity'],
    ['a-12345678.js.gz', 'gzip'],
    ['a-12345678.js.br', 'br'],
  ] as const)('takes %s for the form %s, and back', (file, encoding) => {
    expect(parseFileName(file)).toEqual({ name: 'a-12345678.js', encoding });
    expect(toFileName({ name: 'a-12345678.js', encoding })).toBe(file);
  });

  it.each(['robots.txt', 'manifest.json.br', '.used'])('takes %s for nothing', (file) => {
    expect(parseFileName(file)).toBeUndefined();
  });
});
