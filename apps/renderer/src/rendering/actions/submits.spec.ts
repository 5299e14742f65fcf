import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { type IdempotencyStore, UnknownCommit } from '#persistence';
import { ErrataError } from '#shared';
import { type Submit, Submits } from './submits.ts';

const BODY = Buffer.from('password=secret');
const away = new ErrataError('database.unavailable');

it.each([
  ['releases the key of an action that failed', away, ['release']],
  ['keeps the key of an action that may have been done', new UnknownCommit(away), []],
])('Submits %s', async (_, error, told) => {
  const calls: string[] = [];
  const store = {
    claim: async (...[name, { fingerprint }]: Parameters<IdempotencyStore['claim']>) => {
      expect(name).toEqual({ scope: 'anonymous', action: 'add', address: '/carts/7', key: 'k' });
      expect(fingerprint).not.toBe(createHash('sha256').update(BODY).digest('hex'));
      return { state: 'claimed', claim: 'a' };
    },
    release: async () => void calls.push('release'),
    forget: async () => 0,
  };
  const parts = [store, { secret: 's' }, { nowMs: () => 0 }, { runAfter: () => () => {} }];
  const submits = new Submits(...(parts as unknown as ConstructorParameters<typeof Submits>));
  const request = { url: '/carts/7', headers: { 'idempotency-key': 'k' }, headersDistinct: {} };
  const response = { once: () => undefined, getHeader: () => undefined };
  const submit = { request, response, action: 'add', body: BODY } as unknown as Submit;
  await expect(submits.runOnce(submit, () => Promise.reject(error))).rejects.toBe(error);
  expect(calls).toEqual(told);
});
