import { describe, expect, it } from '@jest/globals';
import { hash } from 'node:crypto';
import { groupEvent } from '#events';
import { allPairs } from '#events/gallery';
import { createGroupedEvent, createReport, onEachDatabase } from '#product/testing';

type Sent = Readonly<Record<string, unknown>>;

const tries = allPairs.flatMap(([topic, pairs]) =>
  pairs.flatMap(([verdict, reason, one, other]) => [
    { verdict, name: `${topic}: ${reason}`, events: [one, other] as const },
    { verdict, name: `${topic}: ${reason}, the other way about`, events: [other, one] as const },
  ]),
);

/** Makes the keys unique to the pair, so that pairs cannot share an issue. */
function toKeys(event: Sent, at: number) {
  return groupEvent(event).keys.map(({ version, key }) => ({
    version,
    key: hash('md5', `${at} ${key}`),
  }));
}

describe('pairs of events that are recorded one after the other', () => {
  onEachDatabase(({ openFresh }) => {
    it('make one issue or two, as the verdict of each pair says', async () => {
      const { stores } = await openFresh();
      await stores.projects.ensure([{ slug: 'app', id: 1 }]);
      const record = async (turn: 0 | 1) => {
        const events = tries.map(({ events: sent }, at) =>
          createGroupedEvent({ grouping: { keys: toKeys(sent[turn], at) } }),
        );
        const recorded = await stores.reports.record([createReport(turn, events)]);
        return recorded.events.map(({ issueId }) => issueId);
      };
      const [first, second] = [await record(0), await record(1)];
      const wrong = tries.filter(
        ({ verdict }, at) => (first[at] === second[at] ? 'same' : 'different') !== verdict,
      );
      expect(wrong.map(({ verdict, name }) => `${verdict}: ${name}`)).toEqual([]);
    });
  });
});
