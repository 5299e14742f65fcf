import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runtimeLimits } from '#shared';
import type { CDPSession, Locator, Page } from 'playwright-core';
import { eventually } from '../../../../test/support/eventually.ts';
import { expectPage } from '../../../../test/support/expect-page.ts';
import { Tours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

const STOPS = 100;
/**
 * Size of each stop's page. All 100 stops together take 74 MB. The segment cache takes 50 MiB,
 * which is 70 stops.
 */
const STOP_BYTES = 740_000;
/**
 * Size of a page that always overfills the cache, even just after the cache made room: more than a
 * tenth of the cache and one stop.
 */
const LARGE_BYTES = 6_000_000;
const NAVIGATIONS = 300;
/**
 * Number of steps before the caches are emptied for the first measurement. Everything that grows
 * only at first has grown by then.
 */
const EMPTIED_AT = 52;
const LOOKED_AT = [180, 240, NAVIGATIONS];
const FLAT = 1.05;
const PATIENCE_MS = 60_000;
/** Waits until the page has nothing to do. A browser whose machine is busy may never be idle. */
const SETTLED = `new Promise((resolve) => {
  const options = { timeout: 5_000 };
  requestIdleCallback(() => requestIdleCallback(resolve, options), options);
})`;

interface Step {
  readonly stop: number;
  readonly by: 'push' | 'back';
  /** True when the page was shown a moment ago. */
  readonly isHeld: boolean;
}

type Use = Awaited<ReturnType<typeof readUse>>;

describe('a visitor who stays for three hundred pages', () => {
  const tours = new Tours();
  let tour: Tour;
  let devtools: CDPSession;
  let loads: Locator;
  /** Resource use with empty caches, early and at the end. */
  const empty: Use[] = [];
  /** Resource use with full caches, just after the cache made room. */
  const full: Use[] = [];
  const steps = listSteps();
  let asked: string[];

  beforeAll(async () => {
    await tours.start();
    tour = await tours.open(to(0), { prepare: stopClock });
    loads = tour.seen(tour.page.getByTestId('loads'));
    devtools = await tour.page.context().newCDPSession(tour.page);
    await devtools.send('Performance.enable');
  });

  beforeAll(async () => {
    await walk(tour.page, steps.slice(0, EMPTIED_AT));
    asked = askedOf(tour);
    await dropAll();
    empty.push(await readUse(devtools));
    tour.forget();
    let done = EMPTIED_AT;
    for (const until of LOOKED_AT) {
      await walk(tour.page, steps.slice(done, until));
      asked.push(...askedOf(tour));
      await makeRoom(until);
      full.push(await readUse(devtools));
      tour.forget();
      done = until;
    }
  });

  afterAll(() => tours.end());

  /**
   * Overfills the cache before each measurement, so that all measurements find it trimmed alike.
   * Otherwise the fill would depend on when the browser was idle. Each measurement needs a page of
   * its own, because the last page is still held.
   */
  async function makeRoom(after: number): Promise<void> {
    await tour.go(`/tours/a/stops/large-${after}?size=${LARGE_BYTES}`);
    await tour.shows(`stop large-${after}`);
  }

  /** Returns the number of the load that followed. */
  async function dropAll(): Promise<string | null> {
    const before = await loads.textContent();
    await tour.press('Drop all');
    await eventually(
      'the page is loaded again',
      async () => (await loads.textContent()) !== before,
    );
    return loads.textContent();
  }

  it('loads each page that is not in the cache, and no document', () => {
    const expected = steps.filter(({ isHeld }) => !isHeld).map(({ stop }) => to(stop));
    expect(asked).toEqual(expected);
    expect(tour.documents).toEqual([]);
  });

  it.each(['heapBytes', 'nodes', 'listeners', 'documents'] as const)(
    'uses no more of these over time: %s',
    (what) => {
      const [first = 0, ...later] = full.map((use) => use[what]);
      expect(first).toBeGreaterThan(0);
      expect(Math.max(...later)).toBeLessThanOrEqual(first * FLAT);
    },
  );

  it('loads again the pages read longest ago, and not those read lately', async () => {
    const last = steps.at(-1)?.stop ?? 0;
    const lately = Array.from({ length: 40 }, (_, index) => last - 1 - index).map(toHeldStep);
    const longAgo = [1, 2, 3, 4, 5].map((ahead) => toHeldStep((last + ahead) % STOPS));
    tour.forget();
    await walk(tour.page, lately);
    expect(askedOf(tour)).toEqual([]);
    await walk(tour.page, longAgo);
    expect(askedOf(tour)).toEqual(longAgo.map(({ stop }) => to(stop)));
  });

  it('ends with a page that is alive and without any error', async () => {
    await tour.byText('page clicked 0').click();
    await tour.byText('page clicked 1').waitFor();
    await tour.go('/tours/a/stops/end');
    await tour.shows('stop end');
    expect(tour.errors).toEqual([]);
    expect(tours.platform.log).toEqual([]);
    expect(tour.documents).toEqual([]);
  });

  it('leaves no memory behind once the cache is emptied', async () => {
    const loaded = await dropAll();
    empty.push(await readUse(devtools));
    await expectPage(loads).toHaveText(loaded!);
    const [early = 0, late] = empty.map(({ heapBytes }) => heapBytes);
    expect(late).toBeLessThanOrEqual(early * FLAT);
  });

  it('fills the cache as far as its limit, and no further', () => {
    // Subtracts the last measurement with empty caches. All measurements contain data that the
    // engine keeps about code that has run.
    const held = full.map(({ heapBytes }) => heapBytes - (empty.at(-1)?.heapBytes ?? 0));
    const most = runtimeLimits.segmentCacheBytes;
    expect(empty).toHaveLength(2);
    expect(Math.max(...held)).toBeLessThan(most);
    expect(Math.min(...held)).toBeGreaterThan(most * runtimeLimits.cacheEvictToShare * 0.95);
  });
});

/**
 * Returns rounds of four steps: to two new pages, back to the first of them, and by a link to the
 * second again.
 */
function listSteps(): Step[] {
  return Array.from({ length: NAVIGATIONS / 4 }, (_, round): Step[] => {
    const [first, second] = [(round * 2 + 1) % STOPS, (round * 2 + 2) % STOPS];
    return [
      { stop: first, by: 'push', isHeld: false },
      { stop: second, by: 'push', isHeld: false },
      { stop: first, by: 'back', isHeld: true },
      { stop: second, by: 'push', isHeld: true },
    ];
  }).flat();
}

function toHeldStep(stop: number): Step {
  return { stop, by: 'push', isHeld: true };
}

function to(stop: number): string {
  return `/tours/a/stops/${stop}?size=${STOP_BYTES}`;
}

function askedOf({ data }: Tour): string[] {
  return data.map(({ url }) => url);
}

/** Stops `Date`, because stale pages would be requested again. Timers still run. */
function stopClock(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const nowMs = Date.now();
    Date.now = () => nowMs;
  });
}

/**
 * Takes each step as soon as the page of the step before is shown. Runs inside the page, without
 * round trips of the driver. Rejects with the heading of the page that was never shown.
 */
function walk(page: Page, steps: readonly Step[]): Promise<void> {
  const legs = steps.map(({ stop, by }) => ({ heading: `stop ${stop}`, address: to(stop), by }));
  const drive = async ({ all, patienceMs }: { all: typeof legs; patienceMs: number }) => {
    const shows = (heading: string): Promise<void> =>
      new Promise((resolve, reject) => {
        const read = () => document.querySelector('h1')?.textContent;
        const observer = new MutationObserver(() => {
          if (read() === heading) end(resolve);
        });
        const giveUp = () =>
          end(() => reject(new Error(`"${heading}" was not shown, but "${read()}".`)));
        const timer = setTimeout(giveUp, patienceMs);
        const end = (settle: () => void): void => {
          clearTimeout(timer);
          observer.disconnect();
          settle();
        };
        // React uncovers a waiting page by changing one attribute.
        const everything = {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
        };
        observer.observe(document, everything);
      });

    const push = (address: string): void => {
      const field = document.querySelector('[aria-label=to]') as HTMLTextAreaElement;
      // Uses the element's own setter, as typing does; React's setter would ignore the change.
      Reflect.set(Object.getPrototypeOf(field) as object, 'value', address, field);
      // React has rendered the new value when this returns.
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.form?.requestSubmit();
    };

    for (const { heading, address, by } of all) {
      const shown = shows(heading);
      if (by === 'push') push(address);
      else history.back();
      await shown;
    }
  };
  return page.evaluate(drive, { all: legs, patienceMs: PATIENCE_MS });
}

async function readUse(devtools: CDPSession) {
  await devtools.send('Runtime.evaluate', { expression: SETTLED, awaitPromise: true });
  // Collects garbage until no more becomes free, because objects that finalisers held are freed
  // only by a later collection.
  let usedSize = Infinity;
  for (let next = await collectGarbage(devtools); next < usedSize;) {
    usedSize = next;
    next = await collectGarbage(devtools);
  }
  const { metrics } = await devtools.send('Performance.getMetrics');
  const read = (name: string): number => metrics.find((each) => each.name === name)?.value ?? 0;
  return {
    heapBytes: usedSize,
    nodes: read('Nodes'),
    listeners: read('JSEventListeners'),
    documents: read('Documents'),
  };
}

async function collectGarbage(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize;
}
