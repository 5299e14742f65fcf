import { describe, expect, it } from '@jest/globals';
import { toRefusalEnding } from './refusal-ending.ts';

describe('toRefusalEnding', () => {
  it('is the fault of whoever could have done otherwise', () => {
    expect(toRefusalEnding('report.too_large')).toEqual({
      outcome: 'invalid',
      reason: 'too_large',
    });
    expect(toRefusalEnding('spool.full')).toEqual({ outcome: 'failed', reason: 'no_room' });
    expect(toRefusalEnding('relay.failed')).toEqual({ outcome: 'failed', reason: 'fault' });
  });

  it('says what is over its limit', () => {
    expect(toRefusalEnding('report.rate_limited', 'project')).toEqual({
      outcome: 'rate_limited',
      reason: 'project',
    });
  });
});
