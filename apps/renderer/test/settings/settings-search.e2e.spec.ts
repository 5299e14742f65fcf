import { describe, expect, it } from '@jest/globals';
import { hold } from '../../../../test/support/hold.ts';
import { startPeopledRenderer } from '../support/peopled-renderer.ts';
import type { Person } from '../support/peopled-renderer.ts';
import { shownOf } from '../support/shown.ts';

describe('the search for settings', () => {
  const renderer = hold(startPeopledRenderer);

  async function find(typed: string, person: Person = 'owner'): Promise<string[]> {
    const path = `/settings/find?q=${encodeURIComponent(typed)}`;
    const { text } = await renderer.get(person, path).expect(200);
    const main = shownOf(text).split('</h1>')[1]!;
    return [...main.matchAll(/<a [^>]*href="(\/(?:settings|account)\/[^"]+)"/g)].map(
      ([, href]) => href!,
    );
  }

  it('finds settings by their words in every project, for people who may open them', async () => {
    expect(await find('dsn')).toEqual([
      '/settings/projects/web/keys',
      '/settings/projects/other/keys',
      '/settings/projects/errata/keys',
    ]);
    expect(await find('GDPR')).toContain('/settings/person-data');
    expect(await find('crash free sessions')).toContain('/settings/projects/web/alerts');
    expect(await find('who changed')).toEqual(['/settings/audit']);
    expect(await find('second factor', 'viewer')).toContain('/account/second-factor');
    expect(await find('dsn', 'viewer')).toEqual([]);
    await renderer.get('outsider', '/settings/find?q=dsn').expect(200);
  });

  it('finds a setting of one project by the project’s name and a word', async () => {
    expect(await find('retention other')).toEqual(['/settings/projects/other/data/retention']);
  });

  it('says that no setting is called by an unknown word', async () => {
    const { text } = await renderer.get('owner', '/settings/find?q=%3Cb%3Exyzzy').expect(200);
    expect(shownOf(text)).toContain('No setting that you may open is called “&lt;b&gt;xyzzy”.');
    expect(await find('')).toContain('/settings/audit');
    for (const query of ['q=a&q=b', 'q[x]=1']) {
      await renderer.get('owner', `/settings/find?${query}`).expect(200);
    }
  });

  it('works in the palette, too', async () => {
    const { body } = await renderer.get('owner', '/palette?q=slack+web').expect(200);
    expect((body as { options: unknown }).options).toContainEqual({
      kind: 'Page',
      name: 'Channels',
      detail: 'Settings of web',
      href: '/settings/projects/web/channels',
    });
  });

  it('the menu of settings has two groups and each name once', async () => {
    const page = shownOf((await renderer.get('owner', '/settings/projects/web/keys')).text);
    const [, nav = ''] = page.split('<nav aria-label="Settings"');
    const names = [...nav.matchAll(/<a [^>]*><span[^>]*>([^<]+)<\/span>/g)].map(([, name]) => name);
    expect(names).toContain('Audit log');
    expect(names).toContain('Data');
    expect(new Set(names).size).toBe(names.length);
    expect(nav).toContain('This instance');
  });
});
