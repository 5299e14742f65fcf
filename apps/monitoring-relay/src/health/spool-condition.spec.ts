import { beforeEach, describe, expect, it } from '@jest/globals';
import { ErrataError } from '#shared';
import { ClockDouble } from '#telemetry/testing';
import { holdNestLog } from '../../test/support/hold-log.ts';
import { SpoolCondition } from './spool-condition.ts';

const full = new ErrataError('spool.unavailable', { cause: new Error('disk is full') });

class SpoolDouble {
  isFailing = false;
  runs = 0;
  failure: Error | undefined;

  async probe(): Promise<void> {
    this.runs += 1;
    if (this.failure) throw this.failure;
  }
}

let spool: SpoolDouble;
let clock: ClockDouble;
let condition: SpoolCondition;

const lines = holdNestLog();

beforeEach(() => {
  spool = new SpoolDouble();
  clock = new ClockDouble();
  clock.ms = 0;
  condition = new SpoolCondition(spool, clock, { findLack: () => undefined });
});

describe('SpoolCondition', () => {
  it('does not probe the spool without a failure', async () => {
    expect(await condition.check()).toBe(true);
    condition.noteKept();
    expect(spool.runs).toBe(0);
  });

  it('logs once that reports are refused, and once that they are kept again', async () => {
    spool.failure = full;
    for (let count = 0; count < 300; count += 1) condition.noteFailure(full);
    expect(await condition.check()).toBe(false);
    const told = 'Reports are refused: the spool cannot be written. Error: disk is full';
    expect(lines).toEqual([told]);
    spool.failure = undefined;
    expect(await condition.check()).toBe(true);
    expect(await condition.check()).toBe(true);
    expect(lines.slice(1)).toEqual(['The spool can be written again.']);
  });

  it('probes the spool once for simultaneous checks', async () => {
    condition.noteFailure(full);
    await Promise.all([condition.check(), condition.check()]);
    expect(spool.runs).toBe(1);
  });

  it('probes the spool after a write failed elsewhere', async () => {
    spool.isFailing = true;
    spool.failure = full;
    expect(await condition.check()).toBe(false);
    spool.isFailing = false;
    expect(await condition.check()).toBe(false);
  });

  it('probes the spool for kept reports, but not for each of them, also after the clock was set back', async () => {
    spool.failure = full;
    condition.noteFailure(full);
    for (let count = 0; count < 300; count += 1) condition.noteKept();
    await condition.check();
    for (let count = 0; count < 300; count += 1) condition.noteKept();
    expect(spool.runs).toBe(1);
    clock.ms += 5000;
    spool.failure = undefined;
    condition.noteKept();
    expect(await condition.check()).toBe(true);
    expect(spool.runs).toBe(2);
    spool.failure = full;
    condition.noteFailure(full);
    await condition.check();
    clock.ms = 0;
    condition.noteKept();
    expect(spool.runs).toBe(4);
  });
});
