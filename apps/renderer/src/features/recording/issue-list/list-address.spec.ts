import { describe, expect, it } from '@jest/globals';
import { toListAddress } from './list-address.ts';

const web = { slug: 'web', name: 'Web' };

describe('toListAddress', () => {
  it('leaves out parameters that have their default values, but not all of them', () => {
    const query = 'is:unresolved';
    expect(toListAddress({ query, sort: 'lastSeen' })).toBe('/issues?query=is:unresolved');
    expect(toListAddress({ query: '' })).toBe('/issues?query=');
    expect(toListAddress({ query, project: web })).toBe('/issues?project=web');
    expect(
      toListAddress(
        { query: 'is:[muted, resolved] "a&b"', sort: 'users', project: web },
        { side: 'before', value: 2, id: 1 },
      ),
    ).toBe('/issues?project=web&query=is:%5Bmuted,+resolved%5D+%22a%26b%22&sort=users&before=2-1');
  });
});
