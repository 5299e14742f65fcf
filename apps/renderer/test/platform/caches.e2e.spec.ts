import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.ts';
import { stopTime } from './support/still-time.ts';
import { holdTours, Tour } from './support/tour.ts';

const FRAME = 'probe/frame.layout';

describe('a page in the cache', () => {
  // Without prefetching, a page is cached only after it was shown.
  const tours = holdTours({ options: { mayPrefetch: () => false } });
  let tests = 0;
  /** Every test has a tour of its own, so that none of its pages is in a cache. */
  let name: string;

  async function begin(path = 'stops/1'): Promise<Tour> {
    tests += 1;
    name = `t${tests}`;
    return tours.open(to(path), { prepare: stopTime });
  }

  async function beginBeside({ page }: Tour, path: string): Promise<Tour> {
    const beside = new Tour(await page.context().newPage());
    await beside.visit(tours.origin + to(path));
    beside.forget();
    return beside;
  }

  const to = (path: string): string => `/tours/${name}/${path}`;
  const layout = (): string => `tour/tour.layout?tour=${name}`;
  const asked = ({ data }: Tour): string[] => data.map(({ url }) => url);

  const waitingAt = (gate: string): Promise<true> =>
    eventually(`${gate} is waited at`, () => tours.platform.script.isWaiting(gate) || undefined);

  /**
   * Visits the second stop and returns to the first. A later request for the second stop waits at
   * the gate.
   */
  async function beginBetween(gate: string): Promise<Tour> {
    const tour = await begin();
    await tour.go(to(`stops/2?hold=${gate}`));
    await tours.openGate(gate);
    await tour.shows('stop 2');
    await tour.go(to('stops/1'));
    await tour.shows('stop 1');
    tour.forget();
    return tour;
  }

  describe('opened by a link', () => {
    it('is shown at once when it is 61 s old, and refreshed by one request', async () => {
      const gate = 'at-61';
      const tour = await beginBetween(gate);
      await tour.page.clock.fastForward(61_000);
      await tour.go(to(`stops/2?hold=${gate}`));
      await tour.shows('stop 2');
      await waitingAt(gate);
      expect(await tour.text('loads')).toBe('load 1');
      expect(await tour.text('progress')).toBe('idle');
      await tours.openGate(gate);
      await tour.says('loads', 'load 2');
      expect(asked(tour)).toEqual([to(`stops/2?hold=${gate}`)]);
      expect(tour.data[0]?.held).toEqual([]);
      expect(tour.documents).toEqual([]);
    });

    it("ages as its server says: shown and refreshed from the page's own 5 s", async () => {
      const tour = await begin();
      await tour.go(to('brief/2'));
      await tour.shows('stop 2');
      await tour.page.clock.fastForward(4900);
      tour.forget();
      await tour.go(to('stops/1'));
      await tour.shows('stop 1');
      await tour.go(to('brief/2'));
      await tour.shows('stop 2');
      expect(asked(tour)).toEqual([]);
      await tour.page.clock.fastForward(100);
      await tour.go(to('stops/1'));
      await tour.shows('stop 1');
      await tour.go(to('brief/2'));
      await tour.says('loads', 'load 2');
      expect(asked(tour)).toEqual([to('brief/2')]);
      expect(tour.data[0]?.held).toEqual([FRAME, layout()]);
    });
  });

  describe('refreshed in the background', () => {
    it('keeps typed text and focus, and renders only changed parts', async () => {
      const tour = await beginBetween('behind');
      await tour.page.clock.fastForward(61_000);
      await tour.go(to('stops/2?hold=behind'));
      await tour.shows('stop 2');
      await waitingAt('behind');
      await tour.byText('page clicked 0').click();
      const note = tour.byLabel('note');
      await note.fill('typed meanwhile');
      await tours.openGate('behind');
      await tour.says('loads', 'load 2');
      expect(await tour.text('same')).toBe('the words of 2, render 1');
      expect(await tour.byText('page clicked 1').count()).toBe(1);
      expect(await note.inputValue()).toBe('typed meanwhile');
      expect(await note.evaluate((field) => field === document.activeElement)).toBe(true);
    });

    it('loads only its stale layout again, and not the fresh page', async () => {
      const tour = await begin();
      await tour.page.clock.fastForward(50_000);
      await tour.go(to('stops/2'));
      await tour.shows('stop 2');
      await tour.go(to('stops/1'));
      await tour.shows('stop 1');
      await tour.page.clock.fastForward(11_000);
      tour.forget();
      await tour.go(to('stops/2'));
      await tour.byText(`tour ${name}, load 2, render 2`).waitFor();
      await tour.shows('stop 2');
      expect(await tour.text('loads')).toBe('load 1');
      expect(tour.data).toMatchObject([{ url: to('stops/2'), held: [to('stops/2')] }]);
    });
  });

  it('has its stale layout loaded again with the next page', async () => {
    const tour = await begin();
    await tour.page.clock.fastForward(61_000);
    await tour.go(to('stops/2'));
    await tour.byText(`tour ${name}, load 2, render 2`).waitFor();
    await tour.go(to('stops/3'));
    await tour.shows('stop 3');
    expect(tour.data).toMatchObject([
      { url: to('stops/2'), held: [] },
      { url: to('stops/3'), held: [FRAME, layout()] },
    ]);
  });

  describe('invalidated by a tag', () => {
    it('is loaded again when the visitor goes back', async () => {
      const tour = await begin();
      await tour.go(to('stops/2'));
      await tour.shows('stop 2');
      await tour.go('stop:1', 'Invalidate');
      tour.forget();
      await tour.page.goBack();
      await tour.shows('stop 1');
      expect(await tour.text('loads')).toBe('load 2');
      expect(asked(tour)).toEqual([to('stops/1')]);
    });

    it("is loaded again in the visitor's other tabs, and not in anyone else's", async () => {
      const tour = await begin();
      const beside = await beginBeside(tour, 'stops/2');
      const stranger = await tours.open(to('stops/2'), { prepare: stopTime });
      await beside.go(to('stops/3'));
      await beside.shows('stop 3');
      await stranger.go(to('stops/3'));
      await stranger.shows('stop 3');
      for (const each of [beside, stranger]) each.forget();
      await tour.go('stop:3', 'Invalidate');
      await beside.says('loads', 'load 3');
      await tour.go('stop:2', 'Invalidate');
      await eventually('the other tab has been told', async () => {
        await beside.go(to('stops/2'));
        await beside.shows('stop 2');
        if ((await beside.text('loads')) === 'load 3') return true;
        await beside.page.goBack();
        return undefined;
      });
      await stranger.go(to('stops/2'));
      await stranger.shows('stop 2');
      expect(asked(stranger)).toEqual([]);
      expect(asked(beside)).toEqual([to('stops/3'), to('stops/2')]);
    });
  });

  it('is dropped in all tabs when everything is dropped', async () => {
    const tour = await begin();
    const beside = await beginBeside(tour, 'stops/2');
    await tour.go(to('stops/3'));
    await tour.shows('stop 3');
    tour.forget();
    await tour.press('Drop all');
    await tour.says('loads', 'load 2');
    await beside.says('loads', 'load 2');
    await tour.page.goBack();
    await tour.shows('stop 1');
    expect(tour.data).toMatchObject([
      { url: to('stops/3'), held: [] },
      { url: to('stops/1'), held: [FRAME, layout()] },
    ]);
    expect(beside.data).toMatchObject([{ url: to('stops/2'), held: [] }]);
  });
});
