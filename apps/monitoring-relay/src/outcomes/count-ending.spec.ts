import { describe, expect, it } from '@jest/globals';
import { countFailed, countFiltered, countRefused } from './count-ending.ts';
import { countKinds, isEmpty, noContents } from './report-contents.ts';

const sender = { projectId: 1, publicKey: 'abc', atMs: 5 };
const contents = {
  kept: countKinds(['error', 'error']),
  filtered: countKinds(['session', 'transaction', 'session']),
};

const sum = (counts: readonly { quantity: number }[]): number =>
  counts.reduce((total, { quantity }) => total + quantity, 0);

describe('the outcome of a report', () => {
  it('is counted by kind', () => {
    const two = { ...sender, outcome: 'filtered', reason: 'kind', kind: 'session', quantity: 2 };
    const counts = countFiltered(sender, contents);
    expect(counts).toEqual([two, { ...two, kind: 'transaction', quantity: 1 }]);
  });

  it('is the same for all items when the report is refused', () => {
    const counts = countRefused(sender, { outcome: 'rate_limited', reason: 'key' }, contents);
    expect(new Set(counts.map(({ outcome }) => outcome))).toEqual(new Set(['rate_limited']));
    expect(sum(counts)).toBe(5);
  });

  it('is failed for items to be kept, and filtered for the rest, when processing fails', () => {
    const counts = countFailed(sender, 'recording', contents);
    expect(counts[0]).toMatchObject({ outcome: 'failed', reason: 'recording', quantity: 2 });
    expect(counts.slice(1)).toEqual(countFiltered(sender, contents));
  });

  it('is empty for a report without items', () => {
    expect(countFailed(sender, 'damaged', noContents)).toEqual([]);
    expect(isEmpty(countKinds([]))).toBe(true);
    expect(isEmpty(contents.kept)).toBe(false);
  });
});
