import { beforeEach, describe, expect, it } from '@jest/globals';
import { NavigationHarness } from '../testing/navigation-harness.ts';
import { fresh } from '../../../../test/support/fresh.ts';

describe('a stay on a page', () => {
  const app = fresh(() => new NavigationHarness());

  const stays = (): number[] => app.stage.shown.map(({ stay }) => stay);

  it('begins with each visit to another page', async () => {
    await app.visit('/b');
    await app.visit('/c');
    await app.visit('/b');
    expect(new Set([0, ...stays()]).size).toBe(4);
  });

  it('goes on while only the query or the data of the page change', async () => {
    await app.visit('/a?x=1');
    await app.visit('/a?x=1');
    expect(stays()).toEqual([0, 0]);
  });

  it('is resumed by back and forward, at any query of its page, and handed to each arrival', async () => {
    await app.visit('/b');
    await app.visit('/b?x=1');
    await app.step(-2);
    await app.step(1);
    const [, second] = stays();
    expect(stays()).toEqual([second, second, 0, second]);
    expect(app.place.arrivals).toEqual(stays());
  });

  it('belongs to its entry, even when the same page is shown in another entry', async () => {
    await app.visit('/b');
    await app.visit('/a');
    await app.step(-2);
    expect(stays().at(-1)).toBe(0);
    expect(app.shown.at(-1)).toBe('/base/a');
  });

  it('is a new one where its entry leads to another page by now', async () => {
    await app.visit('/b');
    await app.visit('/c');
    app.navigator.invalidate();
    await app.show();
    app.traverse(-1);
    await app.answerWith({ location: '/base/d' });
    await app.show();
    expect(new Set(stays()).size).toBe(3);
    expect(app.shown.at(-1)).toBe('/base/d');
  });

  it('begins with a transition when its page had to be loaded, and without one otherwise', async () => {
    await app.visit('/b');
    await app.visit('/b?x=1');
    await app.step(-2);
    expect(app.stage.shown.map(({ isMove }) => isMove)).toEqual([true, false, false]);
  });

  it('ends all other stays when everything is invalidated, and none for some tags', () => {
    app.navigator.invalidate(['tag']);
    expect(app.stage.forgotten).toBe(0);
    app.navigator.invalidate();
    expect(app.stage.forgotten).toBe(1);
  });

  describe('a prepared stay', () => {
    beforeEach(async () => {
      await app.visit('/b');
      await app.step(-1);
    });

    it('becomes the stay of its page at the next visit, once', async () => {
      await app.prepare('/b');
      const [prepared] = app.stage.prepared;
      expect(prepared).toMatchObject({ page: { url: '/b' }, address: '/base/b' });
      await app.goHeld('/b');
      expect(stays().at(-1)).toBe(prepared?.stay);
      await app.visit('/c');
      await app.goHeld('/b');
      expect(stays().at(-1)).not.toBe(prepared?.stay);
    });

    it('is not used for its page with other data', async () => {
      await app.prepare('/b');
      app.navigator.invalidate();
      await app.visit('/b', {}, { data: { of: 'other' } });
      expect(stays().at(-1)).not.toBe(app.stage.prepared[0]?.stay);
    });

    it('is prepared once, for no page that is not held, nor for the shown one', async () => {
      for (const url of ['/b', '/b', '/c', '/a', '/a?x=1']) await app.prepare(url);
      expect(app.stage.prepared).toMatchObject([{ page: { url: '/b' } }]);
    });

    it('is not made while its code is not loaded', async () => {
      const end = app.code.keepWaiting();
      const preparing = app.prepare('/b');
      expect(app.stage.prepared).toEqual([]);
      end(false);
      await preparing;
      expect(app.stage.prepared).toEqual([]);
    });
  });
});
