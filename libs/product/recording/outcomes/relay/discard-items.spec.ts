import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#events';
import { reportLimits } from '#shared';
import { readDiscards as readWith } from './discard-items.ts';

const line = (traits: object = {}) => ({
  reason: 'sample_rate',
  category: 'error',
  quantity: 2,
  ...traits,
});

const readDiscards = (payload: JsonObject) =>
  readWith(payload, (word) => (word === 'error' ? word : 'unknown'));

describe('readDiscards', () => {
  it('reads how many events an SDK dropped, and why', () => {
    expect(readDiscards({ timestamp: 1, discarded_events: [line()] })).toEqual([
      { reason: 'sample_rate', kind: 'error', quantity: 2 },
    ]);
  });

  it('maps unknown reasons to other, and unknown kinds to unknown', () => {
    const odd = [line({ reason: 'made up' }), line({ reason: ['x'], category: '__proto__' })];
    expect(readDiscards({ discarded_events: odd })).toEqual([
      { reason: 'other', kind: 'error', quantity: 2 },
      { reason: 'other', kind: 'unknown', quantity: 2 },
    ]);
  });

  it('reads the lists of events that rules of a server dropped', () => {
    const rule = line({ reason: 'a rule' });
    const lists = {
      rate_limited_events: [rule],
      filtered_events: [rule],
      filtered_sampling_events: [rule],
    };
    expect(readDiscards(lists).map(({ reason }) => reason)).toEqual([
      'ratelimit_backoff',
      'filtered',
      'sample_rate',
    ]);
  });

  it.each([[0], [-1], [1.5], ['2'], [null], [Number.NaN]])(
    'leaves out a quantity of %j',
    (quantity) => {
      expect(readDiscards({ discarded_events: [line({ quantity }), null, 'x'] })).toEqual([]);
    },
  );

  it('bounds quantities and the number of lines', () => {
    const [large] = readDiscards({ discarded_events: [line({ quantity: 1e15 })] });
    expect(large?.quantity).toBe(1_000_000_000);
    const many = Array.from({ length: reportLimits.discardLines + 50 }, () => line());
    expect(readDiscards({ discarded_events: many })).toHaveLength(reportLimits.discardLines);
  });
});
