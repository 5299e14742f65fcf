import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ShownPage } from '../cache/shown-page.ts';
import { createLateJourney } from './journey.ts';
import type { Journey, LateJourney } from './journey.ts';
import type { PageReader } from './page-reader.ts';
import { createVisit } from './visit.ts';

describe('LateJourney', () => {
  const PAGE: ShownPage = { url: '/a', status: 200, segments: [] };
  const LOADED = { page: PAGE };
  const READER = {} as PageReader;
  const { signal } = new AbortController();

  let late: LateJourney;
  let journey: Journey;
  let loads: number;
  /** Whether its code arrives in time. */
  let hasCode: boolean;
  let told: unknown[];

  beforeEach(() => {
    loads = 0;
    hasCode = true;
    told = [];
    late = createLateJourney(async () => {
      loads += 1;
      return {
        loadPage: async (...request) => {
          told.push(request);
          return LOADED;
        },
        arrive: (...arrival) => told.push(arrival),
        redirect: (...redirect) => (told.push(redirect), {}),
        readForecast: async () => (url) => url,
        reader: READER,
        note: () => undefined,
      };
    });
    journey = late.join({
      load: async (segments) => {
        told.push(segments);
        await late.load();
        return hasCode;
      },
    });
  });

  it('is loaded once, and not before it is needed', async () => {
    expect(loads).toBe(0);
    await Promise.all([late.load(), late.load()]);
    await late.load();
    expect(loads).toBe(1);
  });

  it('is asked for again when its code did not arrive', async () => {
    const error = new TypeError('Failed to fetch dynamically imported module');
    let isThere = false;
    const failing = createLateJourney(async () => {
      loads += 1;
      if (!isThere) throw error;
      return {
        ...journey,
        readForecast: async () => (url) => url,
        reader: READER,
        note: () => undefined,
      };
    });
    await expect(failing.load()).rejects.toBe(error);
    isThere = true;
    await failing.load();
    await failing.load();
    expect(loads).toBe(2);
  });

  it('waits for its code, which need not be that of a view, and loads the page', async () => {
    expect(await journey.loadPage('/a', ['frame'], { signal })).toBe(LOADED);
    expect(told).toEqual([[], ['/a', ['frame'], { signal }]]);
  });

  it('has no page when its code does not come: that is one full navigation', async () => {
    hasCode = false;
    expect(await journey.loadPage('/a', [], { signal })).toBeUndefined();
    expect(told).toEqual([[]]);
  });

  it('arrives', async () => {
    await late.load();
    const visit = createVisit({ url: '/a', hash: '', entry: 'push' });
    journey.arrive(visit, PAGE, PAGE, 1);
    expect(told).toEqual([[visit, PAGE, PAGE, 1]]);
  });
});
