import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { SCRIPT_HEADER } from './product/probe/script.ts';
import { holdTours } from './support/tour.ts';

describe('parts of a page', () => {
  const tours = holdTours();
  const get = (path: string): supertest.Test =>
    supertest(tours.platform.app.getHttpServer()).get(path).set('Accept', 'text/html');
  const read = async (path: string): Promise<string> => {
    const { text } = await get(`${path}?_whole=1`).expect(200);
    return text.slice(text.indexOf('<h1>'), text.indexOf('<script type="application/json"'));
  };

  it('stand at their places in their order, deferred ones too', async () => {
    const html = await read('/counters/a');
    expect(html.replaceAll(/<!--.*?-->/g, '')).toMatch(
      /first of a.*stamps: .*note of a.*row 1 alone.*row 2 stamped/,
    );
  });

  it('are left out when they have nothing to show, or may not be shown', async () => {
    expect(await read('/counters/bare')).not.toContain('stamps: ');
    expect(await read('/counters/closed')).not.toContain('stamps: ');
  });

  it('become an outcome in their place when they fail, and the page stays', async () => {
    const { text } = await get('/counters/failing?_whole=1');
    expect(text).toContain('counter failing');
    expect(text).toContain('first of failing');
    expect(text).toContain('row 2 alone');
    expect(text).not.toContain('a secret');
    const log = tours.platform.log.join('\n');
    expect(log).toContain('a secret of the stamps');
    expect(log).toContain('a secret of the note');
  });

  it('log no fault when what they show does not exist', async () => {
    expect(await read('/counters/missing')).toContain('first of missing');
    expect(tours.platform.log).toEqual([]);
  });

  it('have actions at the address of the page, with guards of their own', async () => {
    const send = (script = ''): supertest.Test =>
      supertest(tours.platform.app.getHttpServer())
        .post('/counters/sent?_action=stamp')
        .set(SCRIPT_HEADER, script)
        .type('form')
        .send({ stamp: 'red' });
    await send('guard.action=403').expect(403);
    await send().expect(303);
    expect(await read('/counters/sent')).toContain('stamps: red');
  });

  it('are hydrated, and their forms change the page in place', async () => {
    const tour = await tours.open('/tours/a/stops/1');
    await tour.go('/counters/b');
    await tour.shows('counter b');
    await tour.byText('note of b').waitFor();
    await tour.byLabel('stamp').fill('green');
    await tour.seen(tour.page.getByRole('button', { name: 'Stamp' })).click();
    await tour.byText('stamps: green').waitFor();
    await tour.page.reload();
    await tour.byText('stamps: green').waitFor();
    expect(tour.errors).toEqual([]);
  });
});
