import { describe, expect, it } from '@jest/globals';
import { loadPage, renderPage, runAction } from './harness/index.ts';
import { SCRIPT_HEADER } from './product/probe/script.ts';
import { holdPlatform } from './support/spec-platform.ts';

describe('the test harness for authors', () => {
  const product = holdPlatform();

  it('renders a page with its deferred data, and returns its readable text', async () => {
    const page = await renderPage(product, '/lines/a/late/5?train=7');
    const loaded = {
      status: 200,
      view: 'links/late-station.page',
      data: { station: '5', train: '7', late: 'train 7 is there' },
    };
    expect(page).toMatchObject({ ...loaded, title: 'Probe' });
    expect(await loadPage(product, '/lines/a/late/5?train=7')).toEqual(loaded);
    expect(page.text).toContain('train 7 is there');
    expect(page.text).not.toContain('<');
    expect(page.head).toContain('<meta charset="utf-8"');
  });

  it.each([
    [401, 'rendering/refused.page', 'Not signed in'],
    [403, 'rendering/refused.page', 'Not allowed'],
    [404, 'rendering/not-found.page', 'Not found'],
    [500, 'rendering/error.page', 'Error'],
  ])('renders the outcome %d of a refused visitor', async (status, view, title) => {
    const as = { [SCRIPT_HEADER]: `guard.frame=${status}` };
    const page = await renderPage(product, '/lines/a/stations/1', { as });
    expect(page).toMatchObject({ status, view });
    expect(page.title).toContain(title);
  });

  it('returns the location to which a page redirects', async () => {
    const path = '/lines/a/stations/1?end=303:/links';
    expect(await renderPage(product, path)).toMatchObject({ status: 303, location: '/links' });
    expect(await loadPage(product, path)).toMatchObject({ status: 303, location: '/links' });
  });

  it('returns the outcome of a failed datum, and rejects an address without a page', async () => {
    const as = { [SCRIPT_HEADER]: 'late.first=404' };
    const { failed, data } = await renderPage(product, '/probe/a/1/late', { as });
    expect(failed).toMatchObject({ first: { status: 404 } });
    expect(data).toMatchObject({ second: 'second words' });
    const path = '/_routes/x.json';
    await expect(renderPage(product, path)).rejects.toThrow(/No page answers there, but 404/);
  });

  it('runs an action alone', async () => {
    const add = (fields: object) => runAction(product, '/boards/h', { name: 'add', fields });
    expect(await add({ note: 'one' })).toMatchObject({
      status: 200,
      result: { count: 1, board: 'h' },
    });
    expect(await add({ note: '' })).toMatchObject({
      status: 422,
      errors: { note: ['A note has 1 to 20 characters.'] },
    });
    const nobody = { [SCRIPT_HEADER]: 'guard.frame=401' };
    expect(await runAction(product, '/boards/h', { name: 'add', as: nobody })).toEqual({
      status: 401,
    });
    expect(await runAction(product, '/boards/h', { name: 'nothing' })).toEqual({ status: 404 });
  });
});
