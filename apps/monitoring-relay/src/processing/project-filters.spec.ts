import { describe, expect, it } from '@jest/globals';
import { defaultFilters, ErrataError, type FilterSettings } from '#shared';
import { ClockDouble } from '../../test/support/doubles.ts';
import { ProjectFilters } from './project-filters.ts';

const STAGING = { environment: 'staging' };

function create() {
  const clock = new ClockDouble();
  const store = {
    asked: 0,
    failure: undefined as Error | undefined,
    settings: new Map<number, FilterSettings>(),
    async list() {
      this.asked += 1;
      if (this.failure) throw this.failure;
      return this.settings as never;
    },
  };
  return { clock, store, filters: new ProjectFilters(store, clock) };
}

describe('ProjectFilters', () => {
  it('filters what is set of the project, and by default where nothing is', async () => {
    const { store, filters } = create();
    store.settings.set(1, { ...defaultFilters, environments: ['staging'] });
    await filters.refresh();
    expect(filters.get(1)(STAGING)).toBe('environments');
    expect(filters.get(2)(STAGING)).toBeUndefined();
    const noise = { platform: 'javascript', message: 'Script error.' };
    expect(filters.get(2)(noise)).toBe('noise');
  });

  it('asks once a second, and then knows what has changed', async () => {
    const { clock, store, filters } = create();
    await filters.refresh();
    store.settings = new Map([[1, { ...defaultFilters, environments: ['staging'] }]]);
    clock.ms += 999;
    await filters.refresh();
    expect(filters.get(1)(STAGING)).toBeUndefined();
    clock.ms += 1;
    await filters.refresh();
    expect(filters.get(1)(STAGING)).toBe('environments');
    store.settings = new Map();
    clock.ms += 1000;
    await filters.refresh();
    expect(filters.get(1)(STAGING)).toBeUndefined();
    expect(store.asked).toBe(3);
  });

  it('holds to what it knows while the database is away, and knows nothing before', async () => {
    const { clock, store, filters } = create();
    store.failure = new ErrataError('database.unavailable');
    await expect(filters.refresh()).rejects.toThrow(store.failure);
    store.failure = undefined;
    store.settings.set(1, { ...defaultFilters, environments: ['staging'] });
    await filters.refresh();
    store.failure = new ErrataError('database.unavailable');
    clock.ms += 5000;
    await filters.refresh();
    expect(filters.get(1)(STAGING)).toBe('environments');
  });
});
