import { beforeEach, describe, expect, it } from '@jest/globals';
import { NavigationHarness } from '../testing/navigation-harness.ts';

describe('a stay on a page', () => {
  let app: NavigationHarness;

  beforeEach(() => {
    app = new NavigationHarness();
  });

  const stays = (): number[] => app.stage.shown.map(({ stay }) => stay);

  it('begins with each page that is gone to', async () => {
    await app.visit('/b');
    await app.visit('/c');
    await app.visit('/b');
    expect(new Set([0, ...stays()]).size).toBe(4);
  });

  it('goes on while only the query changes, or the data', async () => {
    await app.visit('/a?x=1');
    await app.visit('/a?x=1');
    expect(stays()).toEqual([0, 0]);
  });

  it('is the one that is arrived in', async () => {
    await app.visit('/b');
    await app.visit('/b?x=1');
    app.traverse(-2);
    await app.finish();
    expect(app.place.arrivals).toEqual(stays());
  });

  it('is come back to by back and forward, at whatever query of it', async () => {
    await app.visit('/b');
    await app.visit('/b?x=1');
    app.traverse(-2);
    await app.finish();
    app.traverse(1);
    await app.finish();
    const [, second] = stays();
    expect(stays()).toEqual([second, second, 0, second]);
  });

  it('is the one of the entry, also when the same page is shown in another', async () => {
    await app.visit('/b');
    await app.visit('/a');
    app.traverse(-2);
    await app.finish();
    expect(stays().at(-1)).toBe(0);
    expect(app.shown.at(-1)).toBe('/base/a');
  });

  it('is a new one where the entry leads to another page by now', async () => {
    await app.visit('/b');
    await app.visit('/c');
    app.navigator.invalidate();
    await app.answer();
    await app.finish();
    app.traverse(-1);
    await app.answerWith({ location: '/base/d' });
    await app.answer();
    await app.finish();
    expect(new Set(stays()).size).toBe(3);
    expect(app.shown.at(-1)).toBe('/base/d');
  });

  it('begins with a transition when the page had to be loaded, and with none when it was there', async () => {
    await app.visit('/b');
    await app.visit('/b?x=1');
    app.traverse(-2);
    await app.finish();
    expect(app.stage.shown.map(({ isMove }) => isMove)).toEqual([true, false, false]);
  });

  it('has all others forgotten when everything is invalidated, and not for some tags', () => {
    app.navigator.invalidate(['tag']);
    expect(app.stage.forgotten).toBe(0);
    app.navigator.invalidate();
    expect(app.stage.forgotten).toBe(1);
  });

  describe('that is prepared', () => {
    beforeEach(async () => {
      await app.visit('/b');
      app.traverse(-1);
      await app.finish();
    });

    it('is that of the page when it is gone to, once', async () => {
      await app.prepare('/b');
      const [prepared] = app.stage.prepared;
      expect(prepared).toMatchObject({ page: { url: '/b' }, address: '/base/b' });
      app.go('/b');
      await app.finish();
      expect(stays().at(-1)).toBe(prepared?.stay);
      await app.visit('/c');
      app.go('/b');
      await app.finish();
      expect(stays().at(-1)).not.toBe(prepared?.stay);
    });

    it('is none of the page with other data', async () => {
      await app.prepare('/b');
      app.navigator.invalidate();
      app.go('/b');
      await app.answer({ data: { of: 'other' } });
      await app.finish();
      expect(stays().at(-1)).not.toBe(app.stage.prepared[0]?.stay);
    });

    it('is prepared once', async () => {
      await app.prepare('/b');
      await app.prepare('/b');
      expect(app.stage.prepared.length).toBe(1);
    });

    it('is of no page that is not held, and not of the one that is shown', async () => {
      await app.prepare('/c');
      await app.prepare('/a');
      await app.prepare('/a?x=1');
      expect(app.stage.prepared).toEqual([]);
    });

    it('is none while its code is not there', async () => {
      const end = app.code.keepWaiting();
      const preparing = app.prepare('/b');
      expect(app.stage.prepared).toEqual([]);
      end(false);
      await preparing;
      expect(app.stage.prepared).toEqual([]);
    });
  });
});
