import { expect, it } from '@jest/globals';
import { matchesEvent } from '#shared';
import { releaseCases, releasesSeen } from '../../../../../test/support/release-cases.ts';
import { createGroupedEvent } from '../../../testing/index.ts';
import { toSearch } from '../../../testing/to-search.ts';
import { toSearchedEvent } from '../../../alerting/alerts/store/rule-condition.ts';
import { matchesTerm, listCountedTerms } from './name-matching.ts';

const releases = [...releasesSeen.keys()];

it.each(releaseCases)(
  'matchesTerm compares releases of issue lists by the common rules: %s',
  (text, expected) => {
    const [term] = listCountedTerms(toSearch(text));
    expect(
      releases.filter((name) => matchesTerm(term!, name, { firstSeenMs: releasesSeen })),
    ).toEqual(expected);
  },
);

it.each(releaseCases)(
  'matchesEvent compares releases of alerts by the common rules: %s',
  (text, expected) => {
    const facts = { nowMs: 0, releasesFirstSeenMs: releasesSeen };
    const found = releases.filter((release) => {
      const event = createGroupedEvent({ event: { tags: new Map([['release', release]]) } });
      return matchesEvent(toSearch(text), toSearchedEvent(event), facts);
    });
    expect(found).toEqual(expected);
  },
);
