import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import { accountLimits } from '#shared';
import { openAccounts } from '../test/spec-accounts.ts';
import type { Accounts } from '../test/spec-accounts.ts';

const { failedSignInsWarned } = accountLimits;
const HOUR_MS = 3_600_000;

const direct = {
  headers: { host: 'localhost:3000' },
  httpVersion: '1.1',
  ips: [],
  socket: { remoteAddress: '127.0.0.1' },
} as unknown as Request;
const proxied = { ...direct, httpVersion: '1.0' } as unknown as Request;

describe('SignInWatch', () => {
  let accounts: Accounts;

  beforeEach(async () => {
    accounts = await openAccounts();
  });

  afterEach(() => accounts.close());

  it('reports many failed sign-ins until they are two hours old', async () => {
    const { watch, clock } = accounts;
    for (let attempt = 1; attempt < failedSignInsWarned; attempt += 1) await watch.note();
    expect(await watch.find(direct)).toEqual({});
    clock.advance(HOUR_MS);
    await watch.note();
    expect(await watch.find(direct)).toEqual({ tries: failedSignInsWarned });
    clock.advance(HOUR_MS);
    expect(await watch.find(direct)).toEqual({});
  });

  it('looks again after the clock is set back', async () => {
    const { watch, clock } = accounts;
    expect(await watch.find(direct)).toEqual({});
    clock.advance(-2 * HOUR_MS);
    for (let attempt = 1; attempt <= failedSignInsWarned; attempt += 1) await watch.note();
    expect(await watch.find(direct)).toEqual({ tries: failedSignInsWarned });
  });

  it('names the proxy of a request when TRUST_PROXY does not name it', async () => {
    expect(await accounts.watch.find(proxied)).toEqual({ proxy: '127.0.0.1' });
  });
});
