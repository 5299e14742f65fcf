import { describe, expect, it } from '@jest/globals';
import type { EventMapping } from '#product/recording/reports/relay';
import { defaultFilters, defaultPrivacy, ErrataError } from '#shared';
import { ClockDouble, NoPause } from '#telemetry/testing';
import { silenceLog } from '../../test/support/silence-log.ts';
import { projectRules } from '../product-processing.ts';
import { ProjectRules } from './project-rules.ts';

silenceLog();

const STAGING = { environment: 'staging' };

function setUp(maps?: EventMapping) {
  const [clock, pause] = [new ClockDouble(), new NoPause()];
  const names = ['filters', 'privacy', 'grouping-rules', 'logs', 'spans'];
  const set: Record<string, Map<number, unknown>> = Object.fromEntries(
    names.map((name) => [name, new Map()]),
  );
  const database = { isAway: false, asked: 0 };
  const list = ({ name }: { name: string }) => {
    database.asked += 1;
    return database.isAway
      ? Promise.reject(new ErrataError('database.unavailable'))
      : Promise.resolve(set[name]!);
  };
  const rules = new ProjectRules({
    rules: projectRules,
    settings: { list: list as never },
    clock,
    pause,
    ...(maps && { maps }),
  });
  const { signal } = new AbortController();
  return { clock, pause, set, database, rules, prepare: () => rules.prepare(signal, () => {}) };
}

describe('ProjectRules', () => {
  it('gives the settings of a project, and the defaults where it has none', async () => {
    const { set, rules, prepare } = setUp();
    set['filters']!.set(1, { ...defaultFilters, environments: ['staging'] });
    set['grouping-rules']!.set(4, { lines: ['type:Error -> ignore'] });
    set['privacy']!.set(2, { ...defaultPrivacy, hidesMail: true });
    expect(await prepare()).toBe(true);
    expect(rules.of(1).filter?.(STAGING)).toBe('environments');
    expect(rules.of(1).hiding?.privacy).toEqual(defaultPrivacy);
    expect(rules.of(2).hiding?.privacy.hidesMail).toBe(true);
    const noise = { platform: 'javascript', message: 'Script error.' };
    for (const id of [2, 3]) {
      expect(rules.of(id).filter?.(STAGING)).toBeUndefined();
      expect(rules.of(id).filter?.(noise)).toBe('noise');
    }
    expect(rules.of(3).hiding?.privacy).toEqual(defaultPrivacy);
    expect(rules.of(1).grouping).toBeUndefined();
    expect(rules.of(4).grouping).toBeDefined();
  });

  it('asks the database once a second, and rebuilds only rules that changed', async () => {
    const { clock, set, database, rules, prepare } = setUp();
    set['filters']!.set(1, { ...defaultFilters, environments: ['staging'] });
    await prepare();
    clock.ms += 999;
    await prepare();
    expect(database.asked).toBe(5);
    const first = rules.of(1);
    clock.ms += 1;
    await prepare();
    expect(rules.of(1)).toBe(first);
    set['privacy']!.set(1, { ...defaultPrivacy, hidesMail: true });
    clock.ms += 1000;
    await prepare();
    expect(rules.of(1).hiding?.privacy.hidesMail).toBe(true);
    set['filters']!.clear();
    clock.ms += 1000;
    await prepare();
    expect(rules.of(1).filter?.(STAGING)).toBeUndefined();
  });

  it('hides secrets in lines of source that source maps bring to an event', async () => {
    const mappedTo = (secret: string) => {
      const line = `const password = '${secret}';`;
      const context = { before: [`token = '${secret}'`], line, after: ['return db;'] };
      const frame = { file: 0, source: 'db.ts', line: 2, column: 1, context };
      return { files: [], stacks: [[null, { miss: 'no_file' as const }, frame]] };
    };
    const maps = { map: async () => mappedTo('hush') };
    const { prepare, rules } = setUp({ ...maps, refresh: async () => {}, forget: () => {} });
    await prepare();
    const mapped = await rules.of(1).map?.({});
    expect(mapped).toEqual(mappedTo('[Filtered]'));
  });

  it('waits while the database is away, until the process ends', async () => {
    const stopping = new AbortController();
    const { database, pause, rules } = setUp();
    database.isAway = true;
    pause.meanwhile = () => {
      if (pause.waitsMs.length === 3) stopping.abort();
    };
    let waits = 0;
    expect(await rules.prepare(stopping.signal, () => (waits += 1))).toBe(false);
    expect(waits).toBe(3);
  });
});
