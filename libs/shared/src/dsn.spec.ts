import { describe, expect, it } from '@jest/globals';
import { formatDsn, parseDsn } from './dsn.ts';

describe('parseDsn', () => {
  it.each([
    ['http://key@localhost:3000/1', 'http://localhost:3000', 1],
    ['https://key@errata.example/base/path/12', 'https://errata.example/base/path', 12],
    ['https://key@errata.example/12/', 'https://errata.example', 12],
    ['https://key:old-secret@errata.example/12', 'https://errata.example', 12],
    ['http://key@[::1]:3000/1', 'http://[::1]:3000', 1],
  ])('reads %s', (text, origin, projectId) => {
    expect(parseDsn(text)).toEqual({ origin, publicKey: 'key', projectId });
  });

  it.each([
    '',
    'localhost:3000/1',
    'ftp://key@localhost/1',
    'http://localhost/1',
    'http://key@localhost/',
    'http://key@localhost/app',
    'http://key@localhost/1/app',
    `http://key@localhost/${'1'.repeat(16)}`,
    'http://%@localhost/1',
  ])('refuses %j', (text) => {
    expect(parseDsn(text)).toBeUndefined();
  });

  it('reads what formatDsn writes', () => {
    const dsn = { origin: 'https://errata.example/base', publicKey: 'abc', projectId: 7 };
    expect(formatDsn(dsn)).toBe('https://abc@errata.example/base/7');
    expect(parseDsn(formatDsn(dsn))).toEqual(dsn);
  });
});
