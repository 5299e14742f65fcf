import { describe, expect, it } from '@jest/globals';
import { explainSilence, toListAddress } from './listing.ts';

const web = { slug: 'web', name: 'Web' };

describe('toListAddress', () => {
  it('leaves out what goes without saying', () => {
    expect(toListAddress({ status: 'unresolved' })).toBe('/issues');
    expect(toListAddress({ status: 'all' })).toBe('/issues?status=all');
    expect(toListAddress({ status: 'unresolved', project: web })).toBe('/issues?project=web');
    expect(toListAddress({ status: 'muted', project: web }, '2-1')).toBe(
      '/issues?project=web&status=muted&before=2-1',
    );
  });
});

describe('explainSilence', () => {
  const who = (...admins: string[]): string | undefined =>
    explainSilence({ status: 'unresolved' }, admins)?.text;

  it('names those who have the DSN, if they are few', () => {
    expect(who('Ann')).toContain('Ann has the DSN');
    expect(who('Ann', 'Bob')).toContain('Ann and Bob have the DSN');
    expect(who('Ann', 'Bob', 'Eve')).toContain('Ann, Bob, and Eve have the DSN');
    expect(who('Ann', 'Bob', 'Eve', 'Vic')).toContain('An admin of the project has the DSN');
    expect(who()).toContain('An admin of the project has the DSN');
  });
});
