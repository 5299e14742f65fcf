import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { ClockDouble } from '#telemetry/testing';
import { RefusedKeys } from './refused-keys.ts';

const sender = {
  keyPrefix: 'abcdefgh',
  projectId: 7,
  sdk: 'sentry.python',
  network: '10.1.2.0/24',
};

afterEach(() => {
  jest.restoreAllMocks();
});

describe('RefusedKeys', () => {
  it('counts equal refusals together, and lists the latest first', () => {
    jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const clock = new ClockDouble();
    const keys = new RefusedKeys(clock);
    const startMs = clock.ms;
    keys.note(sender);
    keys.note({ ...sender, projectId: 8 });
    clock.ms += 5;
    keys.note(sender);
    expect(keys.list()).toEqual([
      { ...sender, count: 2, lastAtMs: startMs + 5 },
      { ...sender, projectId: 8, count: 1, lastAtMs: startMs },
    ]);
  });

  it('keeps at most 200 refused keys', () => {
    jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const keys = new RefusedKeys(new ClockDouble());
    for (let projectId = 0; projectId < 1000; projectId += 1) keys.note({ ...sender, projectId });
    expect(keys.list()).toHaveLength(200);
    expect(keys.list()[0]).toMatchObject({ projectId: 999 });
  });

  it('warns of refused keys once a minute', () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const clock = new ClockDouble();
    const keys = new RefusedKeys(clock);
    for (let count = 0; count < 5; count += 1) keys.note(sender);
    expect(warn).toHaveBeenCalledTimes(1);
    clock.ms += 60_000;
    keys.note({ ...sender, keyPrefix: '', sdk: '', network: '' });
    expect(warn.mock.calls).toEqual([
      [
        '1 request was refused for a key that is unknown or disabled. The latest came with a key that begins with ' +
          '"abcdefgh" for project 7, by sentry.python from 10.1.2.0/24.',
      ],
      [
        '5 requests were refused for a key that is unknown or disabled. The latest came with no key for project 7, by ' +
          'an unknown SDK from an unknown network.',
      ],
    ]);
  });
});
