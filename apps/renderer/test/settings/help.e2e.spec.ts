import { describe, expect, it } from '@jest/globals';
import { hold } from '../../../../test/support/hold.ts';
import { startPeopledRenderer } from '../support/peopled-renderer.ts';
import { shownOf } from '../support/shown.ts';

describe('help pages', () => {
  const renderer = hold(startPeopledRenderer);

  it('show the documents of this version, and have no dead links', async () => {
    const { get } = renderer;
    const index = shownOf((await get('viewer', '/help').expect(200)).text);
    const hrefs = [...index.matchAll(/href="(\/help\/[a-z-]+)"/g)].map(([, href]) => href!);
    expect(hrefs).toEqual(
      expect.arrayContaining(['/help/alerts', '/help/crons', '/help/settings']),
    );
    for (const href of new Set(hrefs)) {
      const page = shownOf((await get('viewer', href).expect(200)).text);
      expect(page.match(/<h1/g)).toHaveLength(1);
      for (const [, other] of page.matchAll(/<a href="([^":]+)"/g)) {
        await get('viewer', other!.split('#')[0] || href).expect(200);
      }
    }
  });

  it.each(['specification', 'build-your-own', 'adr', '..%2Fpackage', 'Alerts'])(
    'answer 404 for %s',
    async (name) => {
      await renderer.get('viewer', `/help/${name}`).expect(404);
    },
  );
});
