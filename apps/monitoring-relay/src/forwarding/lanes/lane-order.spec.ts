import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ForwardReport } from '../../spool/ports/forward-queue.ts';
import { LaneOrder } from './lane-order.ts';

const MINUTE_MS = 60_000;

const report = (id: number): ForwardReport => ({
  id,
  projectId: 1,
  publicKey: 'abc',
  receivedAtMs: 0,
  contents: { kept: { error: 1 }, passed: {} },
  bytes: 1,
  hops: 0,
});
const all = [report(1), report(2), report(3)] as const;
const [first, second, third] = all;

let order: LaneOrder;

beforeEach(() => {
  order = new LaneOrder();
});

function fail(failing: ForwardReport, times: number): void {
  for (let count = 0; count < times; count += 1) order.noteFailure(failing);
}

describe('LaneOrder', () => {
  it('chooses the oldest report as long as nothing fails, and needs no other', () => {
    expect(order.windowSize).toBe(1);
    expect(order.choose(all)).toBe(first);
    expect(order.choose([])).toBeUndefined();
  });

  it('chooses the next report after three failures, and the first once all have failed', () => {
    fail(first, 2);
    expect(order.choose(all)).toBe(first);
    fail(first, 1);
    expect(order.windowSize).toBeGreaterThan(1);
    expect(order.choose(all)).toBe(second);
    fail(second, 3);
    expect(order.choose(all)).toBe(third);
    fail(third, 3);
    expect(order.choose(all)).toBe(first);
    expect(order.findUntilMs(first, 0)).toBeUndefined();
  });

  it('retries a failed report once when a later one got through, then passes over it', () => {
    fail(first, 3);
    order.noteTaken(second, 1000);
    expect(order.findUntilMs(first, 1000)).toBeUndefined();
    expect(order.choose([first, third])).toBe(first);
    fail(first, 1);
    expect(order.choose([first, third])).toBe(third);
    order.noteTaken(third, 1000);
    expect(order.findUntilMs(first, 1000)).toBe(1000 + MINUTE_MS);
    expect(order.findUntilMs(first, 1000 + MINUTE_MS)).toBeUndefined();
  });

  it('retries a failing report ever less often, and at least every hour', () => {
    const waits: number[] = [];
    fail(first, 2);
    for (let id = 2; id < 12; id += 1) {
      fail(first, 1);
      order.noteTaken(report(id), 0);
      waits.push((order.findUntilMs(first, 0) ?? 0) / MINUTE_MS);
    }
    expect(waits).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it('passes over no report that failed seldom, nor over one because an older one passed', () => {
    fail(second, 4);
    fail(third, 2);
    order.noteTaken(first, 0);
    expect(order.choose([second, third])).toBe(third);
    order.noteTaken(third, 0);
    expect(order.choose([second])).toBe(second);
  });

  it('forgets the failures of a report that is settled', () => {
    fail(first, 3);
    order.forget(first.id);
    expect(order.windowSize).toBe(1);
  });
});
