import { describe, expect, it } from '@jest/globals';
import { createRandom } from '../../../../../test/support/random.ts';
import { findDiffering, isOutstanding, isRepeated } from './differing-tags.ts';
import type { ComparedTag, DifferingTag, IssueSample, IssueTags } from './differing-tags.ts';

type Tags = Readonly<Record<string, string>>;
type Cause = readonly [name: string, value: string];
type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Values of tags and their shares in per cent. The system depends on the device. */
const SHARES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  device: {
    'macOS Mac': 20,
    'Windows PC': 38,
    'iOS iPhone': 18,
    'Android Pixel': 10,
    'Android Galaxy': 14,
  },
  plan: { free: 70, pro: 25, enterprise: 5 },
  region: { eu: 45, us: 40, ap: 15 },
  environment: { production: 92, staging: 8 },
  server_name: { 'web-1': 34, 'web-2': 33, 'web-3': 33 },
  runtime: { 'node 24': 85, 'node 26': 15 },
  flag: { off: 80, on: 20 },
};
const CAUSES = [
  'device iOS iPhone,os.name Android,browser.name Firefox,plan enterprise,plan pro',
  'region ap,environment staging,server_name web-2,runtime node 26,flag on',
].flatMap((line) =>
  line.split(',').map((cause): Cause => {
    const [name = '', ...value] = cause.split(' ');
    return [name, value.join(' ')];
  }),
);

function pick(shares: Readonly<Record<string, number>>, random: () => number): string {
  const place = random() * 100;
  let reached = 0;
  return Object.keys(shares).find((value) => (reached += shares[value]!) > place) ?? '';
}

function createVisitor(random: () => number, cause?: Cause): Tags {
  for (;;) {
    const own = Object.fromEntries(
      Object.entries(SHARES).map(([name, shares]) => [name, pick(shares, random)]),
    );
    const [system = ''] = own['device']!.split(' ');
    const usual = system === 'iOS' || system === 'macOS' ? 'Safari' : 'Chrome';
    const browser = random() < 0.8 ? usual : 'Firefox';
    const tags: Tags = {
      ...own,
      'os.name': system,
      os: `${system} ${1 + Math.floor(random() * 3)}`,
      'browser.name': browser,
      browser: `${browser} ${100 + Math.floor(random() * 5)}`,
    };
    if (!cause || tags[cause[0]] === cause[1]) return tags;
  }
}

/** Creates events in runs of a user, some of them long. A part of the users has not the cause. */
function createEvents(random: () => number, place: number, cause?: Cause): Tags[] {
  const events: Tags[] = [];
  const count = 40 + Math.floor(random() * 400);
  const noise = random() * 0.4;
  for (let user = 0; events.length < count; user += 1) {
    const visitor = createVisitor(random, random() < noise ? undefined : cause);
    const run = random() < 0.8 ? 1 : 1 + Math.floor(random() * 12);
    const ofPlace = { transaction: `/page/${place}`, component: `${place}` };
    const tags = { ...visitor, ...ofPlace, 'user.id': `${place}/${user}` };
    for (let nth = 0; nth < run; nth += 1) events.push(tags);
  }
  return events;
}

function countTags(events: readonly Tags[]): Counts {
  const counts = new Map<string, Map<string, number>>();
  for (const [name, value] of events.flatMap((tags) => Object.entries(tags))) {
    const values = counts.get(name) ?? new Map<string, number>();
    counts.set(name, values.set(value, (values.get(value) ?? 0) + 1));
  }
  return counts;
}

function sum(values: ReadonlyMap<string, number>): number {
  return [...values.values()].reduce((all, each) => all + each, 0);
}

function toIssueTags(counts: Counts, users = 0): IssueTags {
  const tags = [...counts].map(([name, values]) => ({
    name,
    events: sum(values),
    valueCount: values.size,
    values: [...values]
      .map(([value, events]) => ({ value, events }))
      .toSorted((one, other) => other.events - one.events)
      .slice(0, 5),
    others: 0,
  }));
  return { tags, users };
}

/** Ten issues with a cause and ten without, among others of their project. */
function createProject(seed: number) {
  const random = createRandom(seed);
  const all = Array.from({ length: 30 }, (_, place) => {
    const events = createEvents(random, place, CAUSES[place]);
    return { cause: CAUSES[place]?.join(' '), events, counts: countTags(events) };
  });
  const project = new Map(
    [...countTags(all.flatMap(({ events }) => events))].map(([name, values]) => [
      name,
      { events: sum(values), values },
    ]),
  );
  return all.slice(0, 20).map(({ cause, counts }) => {
    const others = all.filter((other) => other.counts !== counts);
    const told = findDiffering(toIssueTags(counts), project)
      .filter((tag) =>
        isOutstanding(
          tag,
          others.map((other) => sample(other.counts, tag)),
        ),
      )
      .reduce<DifferingTag[]>((said, tag) => (isRepeated(tag, said) ? said : [...said, tag]), [])
      .map(({ name, value }) => `${name} ${value}`);
    return { cause, told };
  });
}

function sample(counts: Counts, { name, value }: ComparedTag): IssueSample {
  const values = counts.get(name)!;
  const isOnly = name === 'component' || values.size === 1;
  const onlyTagId = name === 'component' ? Number([...values.keys()][0]) : 0;
  return { share: (values.get(value) ?? 0) / sum(values), ...(isOnly && { onlyTagId }) };
}

describe('findDiffering', () => {
  it('names the cause of nine planted issues in ten first, and nothing for those without one', () => {
    const told = [1, 2, 3].flatMap(createProject);
    const caused = told.filter(({ cause }) => cause !== undefined);
    const named = caused.filter(({ cause, told: [first] }) => first === cause);
    expect(named.length).toBeGreaterThanOrEqual(0.9 * caused.length);
    const none = told.filter(({ cause }) => cause === undefined);
    expect(none.filter(({ told: words }) => words.length > 0)).toEqual([]);
  });

  const ofPhones = (having: number, events: number, { users = 0 } = {}) =>
    toIssueTags(
      new Map([
        [
          'device',
          new Map([
            ['iPhone', having],
            ['PC', events - having],
          ]),
        ],
      ]),
      users,
    );
  const projectWith = (having: number, events: number, unnamed = 0) =>
    new Map([
      [
        'device',
        {
          events,
          values: new Map([
            ['iPhone', having],
            ['PC', events - having],
            ['', unnamed],
          ]),
        },
      ],
    ]);

  it.each([
    ['40 % and 12 %', ofPhones(40, 100), projectWith(160, 1100), [[0.4, 0.12]]],
    ['fewer than 20 events', ofPhones(19, 19), projectWith(119, 1019), []],
    ['fewer than 20 other events', ofPhones(40, 40), projectWith(40, 59), []],
    ['less than 10 points', ofPhones(1200, 10_000), projectWith(1700, 20_000), []],
    ['less than half as much again', ofPhones(700, 1000), projectWith(5700, 11_000), []],
    ['20 events by chance', ofPhones(8, 20), projectWith(258, 1020), []],
    ['events of few users', ofPhones(40, 100, { users: 5 }), projectWith(160, 1100), []],
    [
      'values that others do not count one by one',
      ofPhones(40, 100),
      projectWith(160, 1100, 300),
      [],
    ],
    ['100 % in both', ofPhones(100, 100), projectWith(1090, 1100), []],
  ])('tells a difference only when it is certain and large: %s', (_, issue, project, shares) => {
    const found = findDiffering(issue, project);
    expect(found.map(({ share, projectShare }) => [share, projectShare])).toEqual(shares);
  });
});

describe('isOutstanding', () => {
  const tag = {
    name: 'device',
    value: 'iPhone',
    share: 1,
    projectShare: 0.1,
    trials: 50,
    strength: 99,
  };
  const several = { share: 0.1 };
  const only = (onlyTagId: number) => ({ share: 0, onlyTagId });
  it.each([
    ['some have several values', [several, several, several, only(1), only(2)], true],
    ['each has a value of its own, like a component', [only(1), only(2), only(3), several], false],
    ['most have the same single value, like an environment', [1, 1, 1, 2].map(only), true],
    ['most have the value as often', [0.9, 0.8, 0.8, 0].map((share) => ({ share })), false],
    ['there are too few', [0.9, 0.8, 0.8].map((share) => ({ share })), true],
  ])('compares the issue with other issues, of which %s', (_, others, expected) => {
    expect(isOutstanding(tag, others)).toBe(expected);
  });

  it('refuses a tag of all events that hardly any other issue has, unless its name is known', () => {
    const ofName = (name: string, share: number) =>
      isOutstanding({ ...tag, name, share }, [several]);
    expect([ofName('queue', 1), ofName('queue', 0.9), ofName('os.name', 1)]).toEqual([
      false,
      true,
      true,
    ]);
  });
});
