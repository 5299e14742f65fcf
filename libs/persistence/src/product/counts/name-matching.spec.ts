import { expect, it } from '@jest/globals';
import { releaseCases, releasesSeen } from '../../../../../test/support/release-cases.ts';
import { toSearch } from '../../testing/to-search.ts';
import { holdsOf, listCountedTerms } from './name-matching.ts';

it.each(releaseCases)('compares releases as all readers of a search do: %s', (text, expected) => {
  const [term] = listCountedTerms(toSearch(text));
  const found = [...releasesSeen.keys()].filter((name) => holdsOf(term!, name, releasesSeen));
  expect(found).toEqual(expected);
});
