import { beforeEach, describe, expect, it } from '@jest/globals';
import { ClockDouble } from '#telemetry/testing';
import { WaitingReports } from './waiting-reports.ts';

let own: { depth: number; oldestMs: number };
let left: { depth: number; oldestMs: number };
let amount: { reports: number; bytes: number };
let waiting: WaitingReports;

beforeEach(() => {
  own = { depth: 3, oldestMs: 2000 };
  left = { depth: 0, oldestMs: 0 };
  amount = { reports: 0, bytes: 0 };
  const clock = new ClockDouble();
  const forwards = { amount, findOldestMs: () => clock.ms - 5000 };
  const spool = { getQueueState: async () => own, forwards };
  waiting = new WaitingReports(spool, { measure: async () => left }, clock);
});

describe('WaitingReports', () => {
  it('adds the reports of orphaned spools to its own queue, with the age of the oldest', async () => {
    expect(await waiting.getQueue()).toEqual({ depth: 3, oldestMs: 2000 });
    left = { depth: 2, oldestMs: 45_000 };
    expect(await waiting.getQueue()).toEqual({ depth: 5, oldestMs: 45_000 });
    own = { depth: 1, oldestMs: 50_000 };
    expect(await waiting.getQueue()).toEqual({ depth: 3, oldestMs: 50_000 });
  });

  it('reports the forwards that wait, when there are any', () => {
    expect(waiting.findForwards()).toBeUndefined();
    Object.assign(amount, { reports: 2, bytes: 10 });
    expect(waiting.findForwards()).toEqual({ depth: 2, oldestMs: 5000 });
  });
});
