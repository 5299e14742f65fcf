import { describe, expect, it } from '@jest/globals';
import type { Address } from '../page-protocol/index.ts';
import { toFilterProps } from './filter-props.ts';

const projects = [
  ['app', 'The Shop'],
  ['shop', 'App'],
] as const;

/** A product without releases runs this spec as well. */
const toList = (query: Readonly<Record<string, string | undefined>>): Address => {
  const set = Object.entries(query).filter(([, value]) => value !== undefined);
  return `/releases${set.length > 0 ? '?' : ''}${set.map((each) => each.join('=')).join('&')}` as Address;
};

describe('toFilterProps', () => {
  const make = (asked: { project?: string; query?: string; kind?: string }) =>
    toFilterProps(asked, toList, [
      { name: 'project', label: 'Project', values: projects },
      { name: 'kind', label: 'Kind', values: [] },
    ]);

  it.each([
    [{}, [undefined], { link: '/releases' }],
    [
      { project: 'app', query: 'a', kind: 'odd' },
      [
        [{ value: 'app', text: 'The Shop', without: '/releases?query=a&kind=odd' }],
        [{ value: 'odd', text: 'odd', without: '/releases?project=app&query=a' }],
      ],
      { clear: '/releases', link: '/releases?project=app&query=a&kind=odd' },
    ],
  ])('makes for %j what is set, and links to the list without it', (asked, set, addresses) => {
    const { fields, ...links } = make(asked);
    expect([fields.map((field) => field.set), links]).toEqual([set, addresses]);
  });
});
