import { describe, expect, it } from '@jest/globals';
import type { Address } from '#shared';
import { filledQuery } from './filled-query.ts';

/** A product without releases runs this spec as well. */
const PAGE = '/releases' as Address;

describe('filledQuery', () => {
  const read = (query: object) => filledQuery(PAGE).transform({ ...query }, { type: 'query' });

  it('keeps a full query, and redirects to the address without empty parameters', () => {
    expect(read({ a: 'b', c: ['d', ' '] })).toEqual({ a: 'b', c: ['d', ' '] });
    const address = '/releases?b=c+%26+d&e=f';
    expect(() => read({ a: '', b: 'c & d', e: ['f', ''] })).toThrow(
      expect.objectContaining({ address }),
    );
    expect(() => read({ a: '' })).toThrow(expect.objectContaining({ address: '/releases' }));
  });
});
