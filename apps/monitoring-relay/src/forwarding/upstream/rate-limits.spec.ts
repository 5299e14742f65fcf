import { describe, expect, it } from '@jest/globals';
import { parseRateLimits } from './rate-limits.ts';

describe('parseRateLimits', () => {
  it('reads for each limit how long it lasts, its kinds and whether an organization has it', () => {
    const header = '60:transaction;error:key:quota, 2700::organization, 1.5:session:project::extra';
    expect(parseRateLimits(header)).toEqual([
      { forMs: 60_000, categories: ['transaction', 'error'], isOfOrganization: false },
      { forMs: 2_700_000, categories: [], isOfOrganization: true },
      { forMs: 1500, categories: ['session'], isOfOrganization: false },
    ]);
  });

  it('reads an invalid time as a minute', () => {
    const limit = { forMs: 60_000, categories: ['error'], isOfOrganization: false };
    expect(parseRateLimits('soon:error')).toEqual([limit]);
    expect(parseRateLimits('-5:error')).toEqual([limit]);
  });

  it('finds no limit in an absent or empty header', () => {
    expect(parseRateLimits(undefined)).toEqual([]);
    expect(parseRateLimits(' , ')).toEqual([]);
  });
});
