import { describe, expect, it } from '@jest/globals';
import { passGate } from './gate.ts';
import type { GateOptions } from './gate.ts';
import type { NameShortage, Server, ServerIssue } from './server.ts';

const RELEASE = 'web@1.4.0';
const OPTIONS = { release: RELEASE, forMs: 0, maxNew: 0, format: 'plain', report: '' } as const;

const createIssue = (id: string, traits: Partial<ServerIssue> = {}): ServerIssue => ({
  id,
  shortId: `WEB-${id}`,
  title: 'Error',
  culprit: '',
  permalink: '',
  status: 'unresolved',
  substatus: 'regressed',
  count: '1',
  userCount: 0,
  ...traits,
});

async function pass(
  regressed: readonly ServerIssue[],
  traits: {
    readonly crashed?: number;
    /** Two numbers of sessions, which servers before 0.3.0 do not send. */
    readonly failed?: readonly [failed: number, failedOf: number];
    readonly maxNew?: number;
    readonly sessions?: number;
    readonly short?: NameShortage['names'];
    readonly options?: Partial<GateOptions>;
    readonly warned?: string[];
    readonly begun?: readonly ServerIssue[];
    readonly said?: string[];
  } = {},
): Promise<boolean> {
  const { crashed = 0, failed, maxNew = 0, sessions = 1000, short, options, warned = [] } = traits;
  const { begun = [], said = [] } = traits;
  const failures = failed ? { failed: failed[0], failedOf: failed[1] } : {};
  const server = {
    listIssues: ({ query = '' }) =>
      Promise.resolve(query.startsWith('is:regressed') ? regressed : begun),
    listHealth: () =>
      Promise.resolve(
        sessions === 0
          ? []
          : [{ version: RELEASE, sessions, crashed, ...failures, permalink: null }],
      ),
    listShortages: () =>
      Promise.resolve(short ? [{ project: 'web', names: short, lastAt: 'noon' }] : []),
  };
  const health = [{ minPercent: 99, minSessions: 100 }];
  const out = {
    say: (line: string) => void said.push(line),
    warn: (line: string) => void warned.push(line),
  };
  return passGate(server as unknown as Server, { ...OPTIONS, maxNew, health, ...options }, out);
}

describe('the gate', () => {
  const here = { regressedRelease: { version: RELEASE } };
  const elsewhere = { regressedRelease: { version: 'web@1.3.0' } };
  const full = Array.from({ length: 100 }, (_, at) => createIssue(`${at}`, elsewhere));

  it.each([
    ['passes with an issue that regressed in another release', [createIssue('1', elsewhere)], true],
    [
      'passes with an issue that regressed in no release',
      [createIssue('1', { regressedRelease: null })],
      true,
    ],
    ['closes on an issue that regressed in the release', [createIssue('1', here)], false],
    [
      'closes on a regressed issue in a full list',
      [createIssue('1', here), ...full.slice(1)],
      false,
    ],
  ])('%s', async (_, regressed, passes) => {
    expect(await pass(regressed)).toBe(passes);
  });

  it('does not judge a regression when an old server does not name its release', async () => {
    const old = [createIssue('1'), createIssue('2', here)];
    await expect(pass(old, { maxNew: 1 })).rejects.toThrow('older than this command');
    expect(await pass(old)).toBe(false);
  });

  it('tells of issues that regressed, too, when more began than may', async () => {
    const said: string[] = [];
    expect(await pass([createIssue('2', here)], { begun: [createIssue('1')], said })).toBe(false);
    expect(said[0]).toContain('2 issues began or regressed in this release');
  });

  it('does not judge a full list of issues, which may leave some out', async () => {
    await expect(pass(full)).rejects.toThrow('100 or more regressed issues');
  });

  it.each([
    ['releases ran out', 'release', {}, 'events of too many releases, last at noon'],
    ['environments ran out', 'environment', { environment: 'staging' }, 'too many environments'],
    ['pairs of sessions ran out', 'session', {}, 'too many releases and environments'],
  ] as const)('does not know when %s', async (_, short, options, words) => {
    await expect(pass([], { short, options })).rejects.toThrow(words);
    await expect(pass([], { short, options })).rejects.toThrow('web received');
  });

  it('passes when names ran out about which it does not ask', async () => {
    expect(await pass([], { short: 'environment' })).toBe(true);
  });

  it('closes on a new issue although names ran out', async () => {
    expect(await pass([createIssue('1', here)], { short: 'release' })).toBe(false);
  });

  it('does not know how sessions ended of which none is known, unless that is allowed', async () => {
    await expect(pass([], { sessions: 0 })).rejects.toThrow('No session of web@1.4.0');
    expect(await pass([], { sessions: 0, options: { allowUnknown: true } })).toBe(true);
  });

  it('judges unhandled errors beside crashes, and does not know what nobody counted', async () => {
    const limit = { minPercent: 98, minSessions: 100, withUnhandled: true as const };
    const options = { health: [{ minPercent: 99, minSessions: 100 }, limit] };
    expect(await pass([], { failed: [20, 1000], options })).toBe(true);
    expect(await pass([], { failed: [21, 1000], options })).toBe(false);
    expect(await pass([], { failed: [0, 1000], crashed: 11, options })).toBe(false);
    for (const failed of [undefined, [0, 0]] as const) {
      const asked = failed ? { failed, options } : { options };
      await expect(pass([], asked)).rejects.toThrow('is known with its unhandled errors');
      const allowed = { ...asked, options: { ...options, allowUnknown: true } };
      expect(await pass([], allowed)).toBe(true);
    }
  });

  it('warns of unhandled errors when it judges crashes alone', async () => {
    const warned: string[] = [];
    expect(await pass([], { crashed: 2, failed: [2, 1000], warned })).toBe(true);
    expect(warned.join()).not.toContain('unhandled');
    expect(await pass([], { crashed: 2, failed: [9, 1000], warned })).toBe(true);
    expect(warned.join()).toContain('9 of 1000 sessions of web@1.4.0 crashed or had an unhandled');
  });

  it('closes on crashed sessions even when it cannot judge the issues', async () => {
    expect(await pass([createIssue('1')], { crashed: 100 })).toBe(false);
  });
});
