import { describe, expect, it } from '@jest/globals';
import { createRandom } from '../../../../test/support/random.ts';
import {
  applyChange,
  applyEvents,
  applyRecovery,
  issueStateNames,
  issueTransitions,
  toCurrentState,
  toStateName,
} from './issue-state.ts';
import type { BaseRelease } from './base-release.ts';
import type { IssueChange, IssueState, IssueStateName, IssueTransition } from './issue-state.ts';

const NOW_MS = Date.UTC(2026, 0, 5, 12);
const DAY_MS = 86_400_000;
const NEW: IssueState = { status: 'unresolved', kind: 'new', sinceMs: NOW_MS - DAY_MS };
const FACTS = { nowMs: NOW_MS, byUserId: 7, events: 40, users: 4, base: toBase('2.0.0') };

const EVERY_CHANGE: readonly IssueChange[] = [
  { kind: 'resolve' },
  { kind: 'resolveInNextRelease' },
  { kind: 'resolveInRelease', release: '3.0.0' },
  { kind: 'muteForTime', untilMs: NOW_MS + DAY_MS },
  { kind: 'muteUntilEvents', count: 10 },
  { kind: 'muteUntilWorse' },
  { kind: 'muteUntilUsers', count: 2 },
  { kind: 'muteForever' },
  { kind: 'reopen' },
];

const EVERY_STATE: readonly IssueState[] = [
  NEW,
  { ...NEW, kind: 'regressed' },
  ...EVERY_CHANGE.filter(({ kind }) => kind !== 'reopen').flatMap((asked) => {
    const result = applyChange(NEW, asked, FACTS);
    return result.outcome === 'refused' ? [] : [result.state];
  }),
];

describe('issueTransitions', () => {
  it('has every state, and a way into and out of each', () => {
    expect(new Set(EVERY_STATE.map(toStateName))).toEqual(new Set(issueStateNames));
    for (const name of issueStateNames) {
      const rows = issueTransitions.filter(({ change: kind }) => kind !== 'undo');
      expect(rows.some(({ from }) => from.includes(name))).toBe(true);
      expect(rows.some(({ to }) => to.includes(name))).toBe(true);
    }
  });

  it('has exactly the changes that a person can make', () => {
    for (const state of EVERY_STATE) {
      for (const asked of EVERY_CHANGE) {
        // Uses another release and other values, because a change to the same state has no effect.
        const facts = {
          ...FACTS,
          nowMs: NOW_MS + 1,
          base: toBase('2.0.1'),
          busiest: { inHour: 9, inDay: 9 },
        };
        const result = applyChange(state, withOtherTerms(asked), facts);
        const from = toStateName(state);
        const outcome = findRow(from, asked.kind) ? 'changed' : 'unchanged';
        expect([from, asked.kind, result.outcome]).toEqual([from, asked.kind, outcome]);
      }
    }
  });

  it('covers any sequence of changes and events, and each of its rows is met', () => {
    const draw = createRandom(20_260_105);
    const random = (below: number): number => Math.floor(draw() * below);
    const met = new Set<IssueTransition>();
    for (let run = 0; run < 300; run += 1) walk(random, met);
    const walkable = issueTransitions.filter(({ change: kind }) => kind !== 'undo');
    expect(walkable.filter((row) => !met.has(row))).toEqual([]);
  });
});

function toBase(release: string): BaseRelease {
  return { release, bounds: { oldest: [release], known: [release] } };
}

function withOtherTerms(asked: IssueChange): IssueChange {
  if ('untilMs' in asked) return { ...asked, untilMs: asked.untilMs + 1000 };
  if ('count' in asked) return { ...asked, count: asked.count + 1 };
  return 'release' in asked ? { ...asked, release: `${asked.release}1` } : asked;
}

const findRow = (from: IssueStateName, kind: IssueTransition['change'], to?: IssueStateName) =>
  issueTransitions.find(
    (row) => row.change === kind && row.from.includes(from) && (!to || row.to.includes(to)),
  );

function walk(random: (below: number) => number, met: Set<IssueTransition>): void {
  let state: IssueState = NEW;
  const now = { nowMs: NOW_MS, events: 1, users: 0, release: 1 };
  for (let step = 0; step < 60; step += 1) {
    now.nowMs += random(DAY_MS);
    const before: IssueState = state;
    const [next, kinds] = random(2) === 0 ? ask(state, now, random) : arrive(state, now, random);
    state = next;
    if (state === before) continue;
    const [from, to] = [toStateName(before), toStateName(state)];
    const row = kinds.map((kind) => findRow(from, kind, to)).find((found) => found !== undefined);
    expect([from, kinds, to, row]).toEqual([from, kinds, to, expect.anything()]);
    if (row) met.add(row);
  }
}

type Step = [next: IssueState, kinds: readonly IssueTransition['change'][]];
interface Now {
  nowMs: number;
  events: number;
  users: number;
  release: number;
}

function ask(state: IssueState, now: Now, random: (below: number) => number): Step {
  const current = toCurrentState(state, now.nowMs);
  if (current !== state) return [current, ['endMute']];
  const asked = pick(random, [
    ...EVERY_CHANGE.filter((each) => !('untilMs' in each)),
    { kind: 'muteForTime', untilMs: now.nowMs + 1 + random(3 * DAY_MS) } as const,
    { kind: 'resolveInRelease', release: `${random(now.release + 2)}.0.0` } as const,
  ]);
  const base = toBase(`${now.release}.0.0`);
  const result = applyChange(state, asked, { ...now, byUserId: 1, base });
  return [result.outcome === 'refused' ? state : result.state, [asked.kind]];
}

function arrive(state: IssueState, now: Now, random: (below: number) => number): Step {
  now.events += 1 + random(4);
  now.users += random(2);
  if (random(5) === 0) now.release += 1;
  const arrived = [
    { occurredAtMs: now.nowMs - random(DAY_MS) },
    { occurredAtMs: now.nowMs, release: `${now.release}.0.0` },
  ];
  if (random(8) === 0 && toCurrentState(state, now.nowMs) === state) {
    return [applyRecovery(state, now.nowMs), ['recover']];
  }
  const next = applyEvents(state, { ...now, arrived, firstSeenMs: new Map() });
  return [next, ['regress', 'endMute']];
}

function pick<T>(random: (below: number) => number, from: readonly T[]): T {
  return from[random(from.length)]!;
}
