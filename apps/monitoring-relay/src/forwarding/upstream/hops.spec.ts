import { describe, expect, it } from '@jest/globals';
import { hopsHeader, readHops } from './hops.ts';

describe('readHops', () => {
  it('reads how often a report was forwarded', () => {
    expect(readHops({ [hopsHeader.toLowerCase()]: '2' })).toBe(2);
    expect(readHops({})).toBe(0);
  });

  it.each(['', '-1', '1.5', '1, 2', 'errata-0123456789abcdef', '9'.repeat(400)])(
    'reads the header %j as no forwarding',
    (header) => expect(readHops({ 'errata-hops': header })).toBe(0),
  );
});
