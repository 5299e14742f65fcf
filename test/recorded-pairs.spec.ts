import { expect, it } from '@jest/globals';
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

onEachDatabase('pairs of events that are recorded one after the other', ({ openFresh }) => {
  it('stay in the issues that 0.2.0 made, unless the newest key of one is a key of the other', async () => {
    const { stores } = await openFresh();
    await stores.projects.ensure([{ slug: 'app', id: 1 }]);
    let reports = 0;
    const record = async (list: readonly (readonly { version: number; key: string }[])[]) => {
      reports += 1;
      const events = list.map((keys) => createGroupedEvent({ grouping: { keys } }));
      const recorded = await stores.reports.record([createReport(reports, events)]);
      return recorded.events.map(({ issueId }) => issueId);
    };
    const sent = allPairs
      .flatMap(([, pairs]) => pairs)
      .map(([, , ...events], at) => events.map((event) => toKeys(event, at)))
      .filter((pair) => pair.some(({ length }) => length > 1));
    const keys = [0, 1].map((turn) => sent.map((pair) => pair[turn]!));
    const ofOld = (list: (typeof keys)[number]) =>
      record(list.map((each) => [{ version: 1, key: each.at(-1)!.key }]));
    const [first, second] = [await ofOld(keys[0]!), await ofOld(keys[1]!)];
    const isKeyOf = (one: (typeof sent)[number][number], other: typeof one) =>
      one[0]!.key === other.at(-1)!.key;
    const ones = sent.map(([one, other], at) => (isKeyOf(one!, other!) ? second : first)[at]);
    expect(await record(keys[0]!)).toEqual(ones);
    const others = sent.map(([one, other], at) =>
      one![0]!.key === other![0]!.key ? ones[at] : (isKeyOf(other!, one!) ? first : second)[at],
    );
    expect(await record(keys[1]!)).toEqual(others);
  });

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
