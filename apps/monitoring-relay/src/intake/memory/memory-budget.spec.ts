import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryBudget } from './memory-budget.ts';

let budget: MemoryBudget;

beforeEach(() => {
  budget = new MemoryBudget({ maxBytes: 100, smallBytes: 10, maxLargeBytes: 60 });
});

describe('MemoryBudget', () => {
  it('bounds the bytes of all shares, and grants nothing to one that does not fit', () => {
    const shares = Array.from({ length: 10 }, () => budget.open());
    for (const share of shares) expect(share.take(10)).toBe(true);
    expect(budget.open().take(1)).toBe(false);
    shares[0]?.giveBack();
    expect(budget.open().take(11)).toBe(false);
    expect(budget.open().take(10)).toBe(true);
    expect(budget.bytesHeld).toBe(100);
  });

  it('keeps room for small shares when large ones fill their part', () => {
    const large = budget.open();
    expect(large.take(70)).toBe(true);
    expect(large.take(1)).toBe(false);
    expect(budget.open().take(11)).toBe(false);
    expect(budget.open().take(10)).toBe(true);
    large.giveBack();
    expect(budget.open().take(11)).toBe(true);
  });

  it('counts the same bytes alike in one piece and in many', () => {
    const share = budget.open();
    for (let count = 0; count < 70; count += 1) expect(share.take(1)).toBe(true);
    expect(share.take(1)).toBe(false);
    share.giveBack();
    share.giveBack();
    expect(budget.bytesHeld).toBe(0);
    expect(budget.open().take(70)).toBe(true);
  });
});
