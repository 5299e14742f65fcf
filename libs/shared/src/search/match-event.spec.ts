import { describe, expect, it } from '@jest/globals';
import { createRandom, pick } from '../../../../test/support/random.ts';
import { matchesEvent } from './match-event.ts';
import type { SearchedEvent, SearchedIssue } from './match-event.ts';
import { parseSearch } from './parse-search.ts';
import type { Search } from './search.ts';
import { searchKeys } from './search-keys.ts';

const NOW_MS = Date.UTC(2026, 0, 5, 12);
const HOUR_MS = 3_600_000;

const issue: SearchedIssue = {
  state: { status: 'unresolved', kind: 'regressed', sinceMs: 0 },
  assignee: 'ann@example.com',
  firstSeenMs: NOW_MS - 48 * HOUR_MS,
  lastSeenMs: NOW_MS - HOUR_MS,
  firstRelease: 'web@1.4.0',
  events: 12,
  users: 3,
};

const event: SearchedEvent = {
  level: 'error',
  type: 'TypeError',
  message: 'cart.load is not a function',
  place: 'loadCart2 (app/checkout.ts:42)',
  tags: new Map([
    ['release', 'web@1.4.2'],
    ['environment', 'production'],
    ['browser.name', 'Firefox'],
    ['a b:c', '100%_sure'],
    ['level', 'gold'],
    ['handled', 'no'],
    ['user.id', '42'],
    ['user.email', 'Ann@Example.com'],
    ['transaction', '/checkout/:id'],
    ['url', 'https://shop.example/checkout/7'],
    ['platform', 'javascript'],
    ['sdk.name', 'sentry.javascript.react'],
    ['greek', 'Ωmega'],
    ['os', 'iOS 18.1'],
    ['os.name', 'iOS'],
  ]),
  issue,
};

const facts = {
  nowMs: NOW_MS,
  self: 'ann@example.com',
  releasesFirstSeenMs: new Map(Object.entries({ 'web@1.4.2': 5, blue: 1, green: 9 })),
};

function read(text: string): Search {
  const parsed = parseSearch(text, 'logs');
  if (!parsed.ok) throw new Error(parsed.fault.message);
  return parsed.value;
}

describe('matchesEvent', () => {
  it('splits the texts of an event once, however many words are asked for', () => {
    let reads = 0;
    const counted: SearchedEvent = {
      ...event,
      get message() {
        reads += 1;
        return 'a long line';
      },
    };
    expect(matchesEvent(read('!other !words !of "long" line'), counted, facts)).toBe(true);
    expect(reads).toBe(1);
  });

  it.each([
    '',
    'is:unresolved is:regressed !is:[muted, resolved]',
    'level:error level:[fatal, error] !level:info',
    'assigned:me assigned:ANN@example.com !assigned:none !assigned:bob@example.com',
    'type:typeerror type:Type* type:*Err* !type:Error !type:Type',
    'message:"not a" message:cart*function !message:cart*cart',
    'place:checkout.ts !place:cart.ts',
    'firstSeen:+24h !firstSeen:-24h firstSeen:2026-01-03 firstSeen:<2026-01-04',
    'firstRelease:WEB@1.4.0 firstRelease:*@1.4.0 !firstRelease:web@1.4.2 has:firstRelease',
    'lastSeen:-2h lastSeen:>=2026-01-05T11:00 !lastSeen:>2026-01-05T11:00',
    'timesSeen:12 timesSeen:>11 timesSeen:<=12 timesSeen:[1, 12] !timesSeen:>12 users:>=3 !users:<3',
    'release:web@1.4.2 release:*1.4.* release:1.4.2 release:1.4.* !release:"1.4.2" !release:1.4 !release:app@1.4.2',
    'release:>=1.4.2 release:>1.4.0 release:<1.10.0 release:<=web@1.4.2 !release:>1.4.2',
    // These releases are not versions, so the times at which they were first seen decide.
    'release:>blue release:<green release:<never-seen',
    'environment:[staging, production]',
    'browser.name:firefox browser.name:F*x !browser.name:Fire !browser.name:Chrome',
    '"a b:c":100%_sure "a b:c":"100%"* !"a b:c":100__sure',
    '"level":gold !"level":error',
    'handled:no !handled:yes',
    'user.id:42 user.email:*@example.com !user.id:4 user:42 user:ann@example.com !user:bob has:user',
    'transaction:/checkout/* url:/checkout/ !url:/cart',
    'platform:javascript sdk.name:sentry.javascript.*',
    'has:[nothing, greek] has:url has:is has:assigned has:place !has:nothing',
    'greek:Ω* !greek:ω*',
    'cart "not function" load cart2 !basket',
    'functio',
    '!"functio"',
    'os:iOS !os:iO !tags[os]:iOS os:"iOS 18.1"',
    'timesSeen:10..12 !timesSeen:13..20 lastSeen:2026-01-05..2026-01-06 !lastSeen:2026-01-03..2026-01-04',
    'age:<3d !age:<1d age:>1d',
    'loadcarT',
  ])('holds for the event: %s', (text) => {
    for (const term of read(text)) {
      expect([term, matchesEvent([term], event, facts)]).toEqual([term, true]);
      const negated = { ...term, isNegated: !term.isNegated };
      expect([negated, matchesEvent([negated], event, facts)]).toEqual([negated, false]);
    }
    expect(matchesEvent(read(text), event, facts)).toBe(true);
  });

  it.each(['java.lang.NullPointerException', 'app::NullPointerException', 'NullPointerException'])(
    'finds the type %s by its class alone, and as a whole',
    (type) => {
      const holds = (text: string) => matchesEvent(read(text), { ...event, type }, facts);
      const names = ['type:NullPointerException', 'type:nullpointer*', `type:"${type}"`];
      expect(names.filter(holds)).toEqual(names);
      const others = ['type:PointerException', 'type:lang', 'type:NullPointer'];
      expect(others.filter(holds)).toEqual([]);
    },
  );

  it.each([
    ['shop@1.4.2+77', '1.4.2 shop@1.4.2 1.4.2+77 shop@1.4.2+77 1.4.*', '1.4 "1.4.2"'],
    ['1.4.2', '1.4.2 "1.4.2"', 'shop@1.4.2 1.4.2+77'],
    ['feature+x', 'feature+x', 'feature'],
  ])('finds the release %s by the names %s, and not by %s', (release, names, others) => {
    const tags = new Map([['release', release]]);
    const holds = (name: string) =>
      matchesEvent(read(`release:${name}`), { ...event, tags }, facts);
    expect(names.split(' ').filter(holds).join(' ')).toBe(names);
    expect(others.split(' ').filter(holds)).toEqual([]);
  });

  it('requires all terms to hold', () => {
    expect(matchesEvent(read('level:error browser.name:Chrome'), event, facts)).toBe(false);
  });

  it('treats a mute whose time has passed as over', () => {
    const mute = { kind: 'time', untilMs: NOW_MS, reopensAs: 'new', sinceMs: 0 } as const;
    const muted = { ...event, issue: { ...issue, state: { status: 'muted', ...mute } } } as const;
    expect(matchesEvent(read('is:unresolved !is:[muted, regressed]'), muted, facts)).toBe(true);
    const before = { ...facts, nowMs: NOW_MS - 1 };
    expect(matchesEvent(read('is:muted !is:unresolved'), muted, before)).toBe(true);
  });

  it.each([
    [24 * HOUR_MS - 1, true],
    [24 * HOUR_MS, false],
  ])('calls an unresolved issue new for a day: after %p ms %p', (ageMs, isNew) => {
    const state = { status: 'unresolved', kind: 'new', sinceMs: 0 } as const;
    const aged = { ...event, issue: { ...issue, state, firstSeenMs: NOW_MS - ageMs } };
    expect(matchesEvent(read('is:new'), aged, facts)).toBe(isNew);
  });

  it('matches no term about an issue or a tag that is missing', () => {
    const alone = { level: 'error', type: '', message: '', place: '', tags: new Map() } as const;
    const keys = Object.entries(searchKeys).filter(([key]) => key !== 'level');
    for (const [key, { examples }] of keys) {
      const search = read(`${key}:${examples[0]}`);
      expect([key, matchesEvent(search, alone, { nowMs: NOW_MS })]).toEqual([key, false]);
    }
    expect(matchesEvent(read('!has:[is, type, users, release]'), alone, { nowMs: 0 })).toBe(true);
  });

  it('does not retry the places of a star, which would take for ever', () => {
    const message = 'a'.repeat(8000);
    const search = read(`message:${'a*'.repeat(200)}b`);
    expect(matchesEvent(search, { ...event, message }, facts)).toBe(false);
  });

  it('never throws, and a negated term holds exactly where the term does not', () => {
    const random = createRandom(20_260_105);
    let searches = 0;
    for (let round = 0; round < 5000; round += 1) {
      const parsed = parseSearch(makeText(random));
      if (!parsed.ok) continue;
      searches += 1;
      const holds = parsed.value.map((term) => matchesEvent([term], event, facts));
      expect(matchesEvent(parsed.value, event, facts)).toBe(holds.every(Boolean));
      const opposite = parsed.value.map((term) => ({ ...term, isNegated: !term.isNegated }));
      const oppositeHolds = opposite.map((term) => matchesEvent([term], event, facts));
      expect(oppositeHolds).toEqual(holds.map((each) => !each));
    }
    expect(searches).toBeGreaterThan(1000);
  });
});

const PIECES = [
  ...Object.entries(searchKeys).flatMap(([key, { examples }]) => [
    `${key}:`,
    ...examples.map((example) => `${key}:${example}`),
  ]),
  '! * " [ ] , \\ > <= : cart Ωmega browser.name: 🦀 has:level has:toString % _ . 1.4.2 -24h'.split(
    ' ',
  ),
  ' ',
  '\u0000',
  '\ud83d',
].flat();

function makeText(random: () => number): string {
  const length = 1 + Math.floor(random() * 8);
  return Array.from({ length }, () => pick(random, PIECES)).join(random() < 0.5 ? '' : ' ');
}
