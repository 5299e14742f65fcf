import { describe, expect, it } from '@jest/globals';
import { parseProjectSeeds } from './project-seeds.ts';

describe('parseProjectSeeds', () => {
  it('reads slugs, ids and keys', () => {
    expect(parseProjectSeeds('web, api=12:abc_DEF-1,jobs=3')).toEqual([
      { slug: 'web' },
      { slug: 'api', id: 12, publicKey: 'abc_DEF-1' },
      { slug: 'jobs', id: 3 },
    ]);
  });

  it.each([
    '',
    'web,',
    'Web',
    '-web',
    'a'.repeat(51),
    'web=0',
    'web=x',
    'web=1:',
    'web=1:a b',
    'web:abc',
    'web,web',
    'web=1,api=1',
  ])('refuses %j', (text) => {
    expect(parseProjectSeeds(text)).toBeUndefined();
  });
});
