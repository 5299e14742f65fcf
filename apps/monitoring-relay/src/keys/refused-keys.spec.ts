import { beforeEach, describe, expect, it } from '@jest/globals';
import { ClockDouble } from '#telemetry/testing';
import { holdNestLog } from '../../test/support/hold-log.ts';
import { RefusedKeys } from './refused-keys.ts';

const origin = { sdk: 'sentry.python', network: '10.1.2.0/24' };
const sender = { keyPrefix: 'abcdefgh', projectId: 7, ...origin };

const lines = holdNestLog();
let clock: ClockDouble;
let keys: RefusedKeys;

beforeEach(() => {
  clock = new ClockDouble();
  keys = new RefusedKeys(clock);
});

describe('RefusedKeys', () => {
  it('counts equal refusals together, and lists the latest first', () => {
    const startMs = clock.ms;
    keys.note(sender);
    keys.note({ ...sender, projectId: 8 });
    clock.ms += 5;
    keys.note(sender);
    const other = { ...sender, projectId: 8, count: 1, lastAtMs: startMs };
    expect(keys.list()).toEqual([{ ...sender, count: 2, lastAtMs: startMs + 5 }, other]);
  });

  it('keeps at most 200 refused keys', () => {
    for (let projectId = 0; projectId < 1000; projectId += 1) keys.note({ ...sender, projectId });
    expect(keys.list()).toHaveLength(200);
    expect(keys.list()[0]).toMatchObject({ projectId: 999 });
  });

  it('warns of refused keys once a minute', () => {
    for (let count = 0; count < 5; count += 1) keys.note(sender);
    expect(lines).toHaveLength(1);
    clock.ms += 60_000;
    keys.note({ ...sender, keyPrefix: '', sdk: '', network: '' });
    const why = 'refused for a key that is unknown or disabled. The latest came with';
    const known =
      'a key that begins with "abcdefgh" for project 7, by sentry.python from 10.1.2.0/24.';
    const unknown = 'no key for project 7, by an unknown SDK from an unknown network.';
    expect(lines).toEqual([`1 request was ${why} ${known}`, `5 requests were ${why} ${unknown}`]);
  });
});
