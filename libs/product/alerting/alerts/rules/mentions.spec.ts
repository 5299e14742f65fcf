import { describe, expect, it } from '@jest/globals';
import { findMentions } from './mentions.ts';

const PEOPLE = [
  { id: 1, email: 'ann@example.org', name: 'Ann Lee' },
  { id: 2, email: 'bob.ray@example.org' },
  { id: 3, email: 'other@example.com', name: 'Bob' },
  { id: 4, email: 'bob@example.net' },
  { id: 5, email: 'zoë@example.org', name: 'Zoë Ångström' },
];

describe('findMentions', () => {
  it.each([
    ['@ann have a look', [1]],
    ['(@Ann.Lee), please', [1]],
    ['see @annlee.', [1]],
    ['to bob.ray@example.org, who knows', [2]],
    ['@bob.ray@example.org', [2]],
    ['@bob is two', []],
    ['@zoë and @ann and @ann', [5, 1]],
    ['ann without a sign', []],
    ['write to nobody@example.org', []],
    ['x@ann', []],
    ['@', []],
  ])('finds in the comment %j the people with the ids %j', (text, ids) => {
    expect(findMentions(text, PEOPLE)).toEqual(ids);
  });

  it('reads a hostile comment without delay', () => {
    expect(findMentions('@a'.repeat(5000), PEOPLE)).toEqual([]);
  });
});
