import { describe, expect, it } from '@jest/globals';
import { parseRateLimits } from './rate-limits.ts';

describe('parseRateLimits', () => {
  it('reads each limit with its kinds and whose it is', () => {
    const header = '60:transaction;error:key:quota, 2700::organization, 1.5:session:project::extra';
    expect(parseRateLimits(header)).toEqual([
      { forMs: 60_000, categories: ['transaction', 'error'], isOfOrganization: false },
      { forMs: 2_700_000, categories: [], isOfOrganization: true },
      { forMs: 1500, categories: ['session'], isOfOrganization: false },
    ]);
  });

  it('takes a time that is none for a minute', () => {
    const limit = { forMs: 60_000, categories: ['error'], isOfOrganization: false };
    expect(parseRateLimits('soon:error')).toEqual([limit]);
    expect(parseRateLimits('-5:error')).toEqual([limit]);
  });

  it('finds none where there is none', () => {
    expect(parseRateLimits(undefined)).toEqual([]);
    expect(parseRateLimits(' , ')).toEqual([]);
  });
});
