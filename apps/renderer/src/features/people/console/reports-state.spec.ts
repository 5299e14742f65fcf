import { describe, expect, it } from '@jest/globals';
import { toReportsState } from './reports-state.ts';

describe('toReportsState', () => {
  it('says nothing while the oldest report is 30 s old', () => {
    expect(toReportsState({ oldestMs: 30_000, silent: 0 })).toEqual({});
  });

  it('says how far reports are behind from then on', () => {
    expect(toReportsState({ oldestMs: 30_001, silent: 0 })).toEqual({ behindMs: 30_001 });
  });

  it.each([
    [1, 'One relay does not answer.'],
    [2, '2 relays do not answer.'],
  ])('says that %i of several relays do not answer', (silent, silence) => {
    expect(toReportsState({ oldestMs: 0, silent })).toEqual({ silence });
  });
});
