import { describe, expect, it } from '@jest/globals';
import { toReportsState } from './reports-state.ts';

describe('toReportsState', () => {
  it('reports nothing while the oldest report is at most 30 s old', () => {
    expect(toReportsState({ oldestMs: 30_000, silent: 0 })).toEqual({});
  });

  it('reports the delay once the oldest report is more than 30 s old', () => {
    expect(toReportsState({ oldestMs: 30_001, silent: 0 })).toEqual({ behindMs: 30_001 });
  });

  it.each([
    [1, 'One relay does not answer.'],
    [2, '2 relays do not answer.'],
  ])('says that %i of several relays do not answer', (silent, silence) => {
    expect(toReportsState({ oldestMs: 0, silent })).toEqual({ silence });
  });
});
