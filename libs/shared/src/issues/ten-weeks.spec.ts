import { describe, expect, it } from '@jest/globals';
import { findBaseRelease } from './base-release.ts';
import type { BaseRelease } from './base-release.ts';
import { applyChange, applyEvents } from './issue-state.ts';
import type { IssueChange } from './issue-state.ts';
import { countInWindow, muteWindowMinutes, muteWindows } from './mute-window.ts';
import type { BusiestTimes, MuteCounts } from './mute-window.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Ten weeks of a project with four packages. `web` and `worker` tell their releases and deploys;
 * `api` and `app` tell nothing. Columns: the days, the time, the release, the environment, and what
 * came. `A*6` are six events of issue A, spread over an hour; `J*24/8h` over eight. `U:u1,u2` are an
 * event of each user. `A-4d` occurred four days before it arrived.
 */
const TIMELINE = `
09-05        09:00 worker@0dead5        staging    session
09-06        09:00 worker@51de0a7b      production session
09-07        08:00 web@2.9.4            production session
09-07        08:00 web@2.10.0           production deploy
09-07        09:00 web@2.10.0           production A*6 B*2 O
09-07        09:30 web@2.9.4            production A O*4
09-07        10:00 web@2.11.0-rc.1      staging    B
09-07        10:00 api@1.9.5            production D*5
09-07        10:30 api@2.0.0            production D*2
09-07        11:00 web@2.10.0           production C*3
09-07        11:10 api@2.0.0            production C*3
09-07        12:00 app@10.24+388        production E*4 P*2 Q*2
09-07        12:10 app@10.18+380        production session
09-07        12:20 app@10.24+388        canary     Q
09-07        13:00 worker@7c65d17d6e21  production F*3
09-07        14:00 -                    production N*3
09-07..10-18 12:00 web@2.10.0           production G*100
09-07..11-14 10:00 api@2.0.0            production H*3
09-07..11-14 09:00 api@2.0.0            production J*24/8h
09-07..11-14 10:00 web@2.10.0           production L*4
09-07..11-14 11:00 web@2.10.0           production M*10
09-08        09:00 web@2.10.1           -          told
09-08        09:00 app@999.9.9          production S
09-08        10:00 app@10.25+400        canary     session
09-09        09:00 web@2.9.5            production deploy
09-09        10:00 web@2.10.0           production U:u1,u2
09-11        10:00 web@2.10.0           production U:u1,u2
09-12        10:00 web@2.10.0           production A-4d
09-12        12:00 web@2.10.0           production M*300 U:u3
09-13        09:00 web@2.10.0           production U:u4,u3
09-14        12:00 web@2.10.0           production U:u5
09-15        09:00 web@2.9.5            production A O C
09-15        10:00 web@2.10.0           production A*3 O
09-15        10:00 worker@7ce11e0       -          told
09-16        09:00 api@1.9.6            production C D
09-17        09:00 app@10.18+381        production E
09-17        10:00 app@10.24+387        production E
09-17        11:00 worker@51de0a7b      production F
09-18        09:00 app@999.9.9          production E
09-18        10:00 app@10.24+388        production E*3
09-18        11:00 worker@0dead5        production F
09-19        09:00 api@2.0.0            production C*2 D*9
09-20        09:00 app@10.25+400        production P Q
09-20        10:00 worker@2043210       staging    session
09-21        09:30 web@2.10.0           production M*60-2d
09-21        10:00 web@2.10.1           staging    B
09-22        09:00 web@2.10.1           production deploy
09-22        10:00 web@2.10.1           production A
09-22        10:30 web@2.10.1           production O
09-22        11:00 worker@7ce11e0       production F
09-23        10:00 api@2.0.1            production C D
09-24        09:00 app@10.24.1+390      production E
09-24        10:00 web@2.10.1           production B C
09-24        12:00 web@2.11.0-rc.2      staging    session
09-24        13:00 web@2.10.1           production M*51
09-25        09:00 worker@1043211       production F
09-25        15:00 web@2.10.1           production L*20
09-26        14:00 api@2.0.1            production H*10
09-27        09:00 app@10.25.1+410      production Q
09-27        18:00 api@2.0.1            production J*90
09-29        15:00 web@2.10.1           production L*21
10-01        09:00 web@2.11.0-rc.1      staging    B
10-01        10:00 api@1.9.7            production D
10-01        11:00 web@2.10.1           production A
10-02        09:00 web@2.9.6            production A
10-02        10:00 web@2.11.0-rc.2      staging    B
10-02        18:00 api@2.0.1            production J*120/2h
10-03        09:00 app@1000.0.0         production E
10-03        14:00 api@2.0.1            production H*30
10-05        09:00 web@2.11.0           production deploy
10-05        10:00 worker@cabba9e       production F
10-06        10:00 web@2.11.0           production A B
10-07        09:00 app@10.25+401        production E
10-07        10:00 app@10.24.1+390      production E
10-08        10:00 api@2.0.1            production D
10-08        11:00 api@2.1.0            production C D
10-08        18:00 web@2.11.0           production G*380
10-09        14:00 -                    production N*20
10-10        15:00 -                    production N*21
10-12        08:00 web@2.11.0           production Y*10
10-12        12:00 web@2.11.0           production Y*50
10-12        15:00 web@2.11.0           production Y*51
10-14        09:00 app@10.25+402        production E
10-15        15:00 web@2.11.0           production G*600
10-19        23:00 web@2.11.0           production A
10-20        06:00 web@2.11.0           production A
10-20        10:00 web@2.11.0           production U:u1,u2,u6
11-02        10:00 web@2.12.0-rc.1      staging    B
11-03        10:00 web@3.0.0            production A
11-04        10:00 api@3.0.0            production C
11-10        15:00 web@3.0.0            production G*2900
`;

/** When somebody decides about which issue, what, and the first event after which it is open. */
const DECISIONS = `
09-10 12:00 A next                        -> 09-22 10:00 web@2.10.1
09-10 12:00 A in 2.10.1                   -> 09-22 10:00 web@2.10.1
09-10 12:00 A now                         -> 09-15 09:00 web@2.9.5
09-10 12:00 A in web@2.12.0               -> 11-03 10:00 web@3.0.0
09-10 12:00 A until 10-20                 -> 10-20 06:00 web@2.11.0
09-28 12:00 A next                        -> 10-06 10:00 web@2.11.0
09-28 12:00 A in v2.11                    -> 10-06 10:00 web@2.11.0
09-10 12:00 O next                        -> 09-22 10:30 web@2.10.1
09-10 12:00 B next                        -> 09-21 10:00 web@2.10.1
09-28 12:00 B next                        -> 10-02 10:00 web@2.11.0-rc.2
09-28 12:00 B in web@2.11.0               -> 10-06 10:00 web@2.11.0
10-07 12:00 B in web@2.12.0               -> never
09-10 12:00 C next                        -> 09-23 10:00 api@2.0.1
09-10 12:00 C in web@2.10.1               -> 09-24 10:00 web@2.10.1
09-28 12:00 C in web@2.11.0               -> 11-04 10:00 api@3.0.0
09-10 12:00 D next                        -> 09-16 09:00 api@1.9.6, wrongly: a hotfix, and nobody told
09-28 12:00 D next                        -> 10-08 11:00 api@2.1.0
09-10 12:00 D in api@2.0.1                -> 09-23 10:00 api@2.0.1
09-10 12:00 E next                        -> 09-24 09:00 app@10.24.1+390
10-01 12:00 E next                        -> 10-03 09:00 app@1000.0.0, wrongly: it is forged
10-05 12:00 E in app@10.25+402            -> 10-14 09:00 app@10.25+402
09-10 12:00 P next                        -> 09-20 09:00 app@10.25+400
09-10 12:00 Q next                        -> 09-27 09:00 app@10.25.1+410
09-10 12:00 F next                        -> 09-22 11:00 worker@7ce11e0
09-21 12:00 F in worker@2043210           -> 09-25 09:00 worker@1043211
09-21 12:00 F in worker@cabba9e           -> 10-05 10:00 worker@cabba9e
09-10 12:00 N next                        -> refused
09-20 12:00 N worse                       -> 10-10 15:00 - #21
09-30 09:00 G worse                       -> 10-15 15:00 web@2.11.0 #501
10-16 09:00 G worse                       -> never
10-01 09:00 G until 650 events            -> 10-07 12:00 web@2.10.0 #50
10-01 09:00 G until 500 events in an hour -> 10-15 15:00 web@2.11.0 #500
10-01 09:00 G until 1000 events in a week -> 10-08 18:00 web@2.11.0 #300
09-20 08:00 H worse                       -> 10-03 14:00 api@2.0.1 #18
09-20 08:00 J worse                       -> 10-02 18:00 api@2.0.1 #97
09-20 08:00 L worse                       -> 09-29 15:00 web@2.10.1 #21
10-12 10:00 Y worse                       -> 10-12 15:00 web@2.11.0 #51
09-21 09:00 M worse                       -> 09-24 13:00 web@2.10.1 #51
09-10 12:00 U until 3 users               -> 09-14 12:00 web@2.10.0
09-10 12:00 U until 3 users in a day      -> 10-20 10:00 web@2.11.0 #3
`;

interface Row {
  readonly row: string;
  readonly release: string | undefined;
  readonly environment: string;
}

interface Fact extends Row {
  readonly kind: 'event' | 'session' | 'told' | 'deploy';
  readonly receivedAtMs: number;
  readonly occurredAtMs: number;
  readonly issue?: string;
  readonly user?: string | undefined;
}

const EVENTS =
  /^(?<issue>[A-Z])(?:\*(?<count>\d+)(?:\/(?<hours>\d+)h)?)?(?::(?<users>.+))?(?:-(?<late>\d+)d)?$/;
const FACTS = readLines(TIMELINE)
  .flatMap(readFacts)
  .toSorted((a, b) => a.receivedAtMs - b.receivedAtMs);

describe('ten weeks of triage', () => {
  it('has 40 decisions, of which two open wrongly', () => {
    expect(readLines(DECISIONS)).toHaveLength(40);
    expect(DECISIONS.match(/, wrongly: .*/g)).toEqual([
      ', wrongly: a hotfix, and nobody told',
      ', wrongly: it is forged',
    ]);
  });

  it.each(readLines(DECISIONS))('%s', (decision) => {
    const [, at = '', issue = '', asked = '', wakes] =
      /^(\S+ \S+) (\w) (.*?) +-> ([^,]+)/.exec(decision) ?? [];
    expect(findWake(readTime(at), issue, asked)).toBe(wakes);
  });
});

/** Makes the change, and returns the event that ends its state, as the stores find it. */
function findWake(nowMs: number, issue: string, asked: string): string {
  const own = FACTS.filter((fact) => fact.issue === issue);
  const before = own.filter(({ receivedAtMs }) => receivedAtMs <= nowMs);
  const result = applyChange(
    { status: 'unresolved', kind: 'new', sinceMs: before[0]!.receivedAtMs },
    readChange(asked),
    {
      nowMs,
      events: before.length,
      users: countUsers(before),
      base: findBase(nowMs, before),
      busiest: findBusiest(nowMs, before),
    },
  );
  if (result.outcome !== 'changed') return result.outcome;
  const { state } = result;
  let counts: MuteCounts | undefined;
  for (const [index, fact] of own.entries()) {
    const { receivedAtMs, occurredAtMs, release } = fact;
    if (receivedAtMs <= nowMs) continue;
    let withinWindow: number | undefined;
    if ('windowMinutes' in state && state.windowMinutes !== undefined) {
      const { kind, sinceMs, windowMinutes } = state;
      const mute = { sinceMs, windowMinutes, nowMs: receivedAtMs };
      const startMs = Math.max(sinceMs, receivedAtMs - windowMinutes * 60_000);
      const counted = countInWindow(mute, counts, [occurredAtMs]);
      ({ counts } = counted);
      withinWindow = kind === 'events' ? counted.most : countUsers(own, startMs, receivedAtMs);
    }
    const after = applyEvents(state, {
      nowMs: receivedAtMs,
      events: index + 1,
      users: state.kind === 'users' ? countUsers(own, 0, receivedAtMs) : 0,
      withinWindow,
      arrived: [{ occurredAtMs, release }],
      firstSeenMs: state.status === 'resolved' ? findTimes(receivedAtMs) : new Map(),
    });
    if (after !== state) return fact.row;
  }
  return 'never';
}

/** When the project was told of each release, or saw it first. */
function findTimes(nowMs: number): Map<string, number> {
  const times = new Map<string, number>();
  for (const { release, occurredAtMs, receivedAtMs } of FACTS) {
    if (release === undefined || receivedAtMs > nowMs) continue;
    times.set(release, Math.min(times.get(release) ?? Infinity, occurredAtMs));
  }
  return times;
}

function findBase(nowMs: number, before: readonly Fact[]): BaseRelease | undefined {
  const environments = new Set(before.map(({ environment }) => environment));
  const had = FACTS.filter(
    ({ kind, environment, receivedAtMs }) =>
      kind !== 'told' && environments.has(environment) && receivedAtMs <= nowMs,
  );
  const times = findTimes(nowMs);
  return findBaseRelease(
    [...new Set(had.flatMap(({ release }) => release ?? []))].map((release) => ({
      release,
      firstSeenMs: times.get(release)!,
      events: before.filter((each) => each.release === release).length,
    })),
  );
}

function findBusiest(nowMs: number, before: readonly Fact[]): BusiestTimes {
  const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS);
  const recent = before
    .map(({ occurredAtMs }) => hourOf(occurredAtMs))
    .filter((hour) => hour >= hourOf(nowMs - 7 * DAY_MS));
  const most = (hours: number): number =>
    [...new Set(recent)].reduce((max, last) => {
      const within = recent.filter((hour) => hour <= last && hour > last - hours);
      return Math.max(max, within.length);
    }, 0);
  return { inHour: most(1), inDay: most(24) };
}

function countUsers(events: readonly Fact[], afterMs = 0, untilMs = Infinity): number {
  const within = events.filter(({ receivedAtMs: ms }) => ms > afterMs && ms <= untilMs);
  return new Set(within.flatMap(({ user }) => user ?? [])).size;
}

function readChange(asked: string): IssueChange {
  const [word, value = '', unit, ...window] = asked.split(' ');
  if (word === 'now') return { kind: 'resolve' };
  if (word === 'next') return { kind: 'resolveInNextRelease' };
  if (word === 'worse') return { kind: 'muteUntilWorse' };
  if (word === 'in') return { kind: 'resolveInRelease', release: value };
  if (unit === undefined) return { kind: 'muteForTime', untilMs: readTime(`${value} 00:00`) };
  return {
    kind: unit === 'users' ? 'muteUntilUsers' : 'muteUntilEvents',
    count: Number(value),
    windowMinutes: muteWindowMinutes.find((each) => `in ${muteWindows[each]}` === window.join(' ')),
  };
}

function readLines(text: string): string[] {
  return text.trim().split('\n');
}

function readFacts(line: string): Fact[] {
  const [days = '', time = '', name = '', environment = '', ...what] = line.split(/ +/);
  const [first, last = first] = days.split('..').map((day) => readTime(`${day} ${time}`));
  const release = name === '-' ? undefined : name;
  return Array.from({ length: (last! - first!) / DAY_MS + 1 }, (_, day) => {
    const atMs = first! + day * DAY_MS;
    const row = { row: `${writeTime(atMs)} ${name}`, release, environment };
    return what.flatMap((each) => readWhat(each, row, atMs));
  }).flat();
}

function readWhat(what: string, row: Row, atMs: number): Fact[] {
  if (what === 'session' || what === 'told' || what === 'deploy') {
    return [{ ...row, kind: what, receivedAtMs: atMs, occurredAtMs: atMs }];
  }
  const { issue, count, hours, users, late } = EVENTS.exec(what)!.groups as Record<string, string>;
  const named = users?.split(',') ?? [];
  const length = Number(count ?? (named.length || 1));
  return Array.from({ length }, (_, index) => {
    const receivedAtMs = atMs + Math.floor((index * Number(hours ?? 1) * HOUR_MS) / length);
    const number = index === 0 ? '' : ` #${index + 1}`;
    const occurredAtMs = receivedAtMs - Number(late ?? 0) * DAY_MS;
    const event = { ...row, row: `${row.row}${number}`, kind: 'event' } as const;
    return { ...event, receivedAtMs, occurredAtMs, issue, user: named[index] };
  });
}

function readTime(text: string): number {
  return Date.parse(`2026-${text.replace(' ', 'T')}:00Z`);
}

function writeTime(atMs: number): string {
  return new Date(atMs).toISOString().slice(5, 16).replace('T', ' ');
}
