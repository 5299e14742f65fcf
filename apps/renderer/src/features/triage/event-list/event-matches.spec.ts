import { expect, it } from '@jest/globals';
import type {
  EventColumns,
  EventListStore,
  ListedEvent,
  WantedEvents,
} from '#product/recording/storage';
import type { LongReads } from '#product';
import { parseSearch, SystemClock } from '#shared';
import { EventMatches } from './event-matches.ts';
import { explainNoEvent, toExtent } from './events-text.ts';

type NotKept = EventColumns['notKept'];

function makeEvents(...parts: (readonly [count: number, notKept: NotKept])[]): EventColumns[] {
  const kinds = parts.flatMap(([count, notKept]) => Array.from({ length: count }, () => notKept));
  return kinds.map((notKept, index) => {
    const at = kinds.length - index;
    return {
      occurredAtMs: at,
      id: at,
      eventId: `${at}`,
      level: at % 2 === 0 ? 'fatal' : 'error',
      // An event whose payload was dropped in a storm has no stored release.
      release: notKept === 'storm' ? null : '1.4.2',
      environment: null,
      notKept,
    };
  });
}

function toListed(
  { occurredAtMs, id, eventId, level, notKept }: EventColumns,
  event = {},
): ListedEvent {
  return {
    position: { occurredAtMs, id },
    event: { eventId, projectId: 1, occurredAtMs, receivedAtMs: occurredAtMs, level },
    ...(notKept === null
      ? { payload: { json: JSON.stringify({ meta: { source: 'event' }, event }) } }
      : { notKept }),
  };
}

async function search(events: readonly EventColumns[], query: string, sent = {}) {
  const isWithin = (
    { id }: EventColumns,
    { before, after }: Parameters<EventListStore['count']>[1],
  ) => (!before || id < before.id) && (!after || id > after.id);
  const list = ({ isWhole, ...wanted }: WantedEvents) =>
    events
      .filter((event) => isWithin(event, wanted) && !(isWhole && event.notKept))
      .slice(0, wanted.limit);
  const eventLists: Pick<EventListStore, 'list' | 'listColumns' | 'count' | 'listFirstSeen'> = {
    list: async (_, wanted) => list(wanted).map((each) => toListed(each, sent)),
    listColumns: async (_, wanted) => list(wanted),
    count: async (_, wanted) =>
      Math.min(events.filter((event) => isWithin(event, wanted)).length, wanted.limit),
    listFirstSeen: async () => new Map([['1.4.2', 1]]),
  };
  const stores = {
    eventLists,
    issues: { findProject: async () => 1 },
    releaseList: { list: async () => [{ version: '1.4.2' }] },
  };
  const reads = { stores } as unknown as LongReads;
  const parsed = parseSearch(query);
  if (!parsed.ok) throw new Error(parsed.fault.message);
  return new EventMatches(reads, new SystemClock()).find(1, { query }, parsed.value);
}

const MIXED = makeEvents([3, 'storm'], [4, null], [2, 'thinned'], [1, 'budget']);

it.each([
  ['level:fatal', { found: 5, decidedCount: 10, stubs: 6, undecided: 0 }],
  ['release:>=1.4.2', { found: 6, decidedCount: 6, stubs: 2, undecided: 4 }],
  ['release:latest', { found: 6, decidedCount: 6, stubs: 2, undecided: 4 }],
  ['!release:latest', { found: 0, decidedCount: 6, stubs: 2, undecided: 4 }],
  ['!release:1.4.2', { found: 0, decidedCount: 6, stubs: 2, undecided: 4 }],
  ['level:error release:1.4.2', { found: 3, decidedCount: 6, stubs: 2, undecided: 4 }],
  ['plan:gold', { found: 0, decidedCount: 4, stubs: 0, undecided: 6 }],
])(
  'EventMatches decides %s by the columns of stubs, and counts the stubs left undecided',
  async (query, told) => {
    const matches = await search(MIXED, query);
    expect({ ...matches, found: matches.found.length }).toEqual(told);
  },
);

it('EventMatches reads whole events behind the stubs of a storm', async () => {
  const events = makeEvents([7000, 'storm'], [3, null]);
  const matches = await search(events, 'release:1.4.2');
  expect(matches).toMatchObject({ decidedCount: 3, undecided: 7000 });
  expect(matches.found.map(({ eventId }) => eventId)).toEqual(['3', '2', '1']);
  const longer = makeEvents([11_000, 'storm'], [3, null]);
  expect(await search(longer, 'plan:gold')).toMatchObject({
    decidedCount: 3,
    areUndecidedMore: true,
  });
});

it('EventMatches lets other requests run between large payloads', async () => {
  let turns = 0;
  const count = (): void => void ((turns += 1), (next = setImmediate(count)));
  let next = setImmediate(count);
  const tags = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`t${index}`, 'x']));
  await search(makeEvents([20, null]), 'plan:gold', { tags });
  clearImmediate(next);
  expect(turns).toBeGreaterThan(4);
});

it('EventMatches counts stubs only as far back as it reads whole events', async () => {
  const events = makeEvents([3, 'storm'], [2000, null], [9, 'storm'], [1, null]);
  const matches = await search(events, 'plan:gold');
  expect(matches).toMatchObject({ decidedCount: 2000, undecided: 3, until: { id: 11 } });
});

it('the list of events says in words how many matches are undecided', async () => {
  const found = await search(MIXED, 'release:1.4.2');
  const page = { shown: 6, newer: 0, total: 6, matches: found };
  expect(toExtent(page)).toBe(
    '1 to 6 of 6 matches, found in 6 events, 2 of them not kept whole. Errata cannot tell whether 4 others match, because they were not kept whole.',
  );
  const none = await search(MIXED, 'plan:gold');
  const address = { filter: { query: 'plan:gold' }, tags: undefined };
  expect(explainNoEvent(1, { ...address, before: undefined, after: undefined }, none)?.text).toBe(
    'No event matches “plan:gold”. The search has covered 4 events kept whole. Errata cannot tell whether 6 others match, because they were not kept whole.',
  );
});
