import { describe, expect, it } from '@jest/globals';
import { toRefusalEnding } from './refusal-ending.ts';

describe('toRefusalEnding', () => {
  it('tells faults of the sender from those of the relay', () => {
    expect(toRefusalEnding('report.too_large')).toEqual({
      outcome: 'invalid',
      reason: 'too_large',
    });
    expect(toRefusalEnding('spool.full')).toEqual({ outcome: 'failed', reason: 'no_room' });
    expect(toRefusalEnding('relay.failed')).toEqual({ outcome: 'failed', reason: 'fault' });
  });

  it('names the key or project that is over its limit', () => {
    expect(toRefusalEnding('report.rate_limited', 'project')).toEqual({
      outcome: 'rate_limited',
      reason: 'project',
    });
  });
});
