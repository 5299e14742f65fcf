import { describe, expect, it } from '@jest/globals';
import { readCheckIn } from './check-in-items.ts';

const ID = 'a'.repeat(32);
const OK = { monitor_slug: 'nightly', status: 'ok' };
const CONFIG = {
  timeZone: 'UTC',
  marginMinutes: 1,
  runtimeMinutes: 30,
  failureThreshold: 1,
  recoveryThreshold: 1,
};
const READ = { slug: 'nightly', status: 'ok', environment: 'production' };

describe('readCheckIn', () => {
  it('reads a check-in as SDKs send it', () => {
    expect(
      readCheckIn({
        check_in_id: ID,
        monitor_slug: 'Nightly Backup',
        status: 'error',
        duration: 1.2345,
        release: '1.0',
        environment: 'staging',
        contexts: { trace: { trace_id: 'b'.repeat(32) } },
        monitor_config: {
          schedule: { type: 'crontab', value: ' 0 2 * * * ' },
          checkin_margin: 10,
          max_runtime: 20.4,
          timezone: 'Europe/Berlin',
          failure_issue_threshold: 2,
          recovery_threshold: 3,
          owner: 'team:ops',
        },
      }),
    ).toEqual({
      id: ID,
      slug: 'nightly-backup',
      status: 'error',
      durationMs: 1235,
      release: '1.0',
      environment: 'staging',
      traceId: 'b'.repeat(32),
      config: {
        schedule: { type: 'crontab', value: '0 2 * * *' },
        timeZone: 'Europe/Berlin',
        marginMinutes: 10,
        runtimeMinutes: 20,
        failureThreshold: 2,
        recoveryThreshold: 3,
      },
    });
  });

  it.each([
    [{}, {}],
    [{ check_in_id: '0'.repeat(32), environment: '', release: '', duration: -1 }, {}],
    [{ environment: 'x'.repeat(70) }, { environment: `${'x'.repeat(63)}…` }],
    [{ duration: '2' }, { durationMs: 2000 }],
    [{ monitor_config: null }, {}],
    [
      { monitor_config: { schedule: { type: 'interval', value: 2, unit: 'hour' } } },
      { config: { ...CONFIG, schedule: { type: 'interval', value: 2, unit: 'hour' } } },
    ],
    [
      { monitor_config: { schedule: { type: 'interval', value: 2, unit: 'eon' } } },
      { problem: 'The check-in has a schedule that is neither crontab nor interval.' },
    ],
    [
      {
        monitor_config: {
          schedule: { type: 'crontab', value: '@daily' },
          checkin_margin: 1e9,
          max_runtime: 0,
          failure_issue_threshold: 'many',
        },
      },
      {
        config: {
          ...CONFIG,
          schedule: { type: 'crontab', value: '@daily' },
          marginMinutes: 40_320,
        },
      },
    ],
  ])('reads %j as %j', (sent, read) => {
    expect(readCheckIn({ ...OK, ...sent })).toEqual({ ...READ, ...read });
  });

  it.each([
    [{ ...OK, monitor_slug: '--' }, 'The check-in names no monitor.'],
    [{ ...OK, status: 'missed' }, 'The check-in says neither in_progress, nor ok, nor error.'],
  ])('says why the check-in %j is wrong', (sent, wrong) => {
    expect(readCheckIn(sent)).toBe(wrong);
  });
});
