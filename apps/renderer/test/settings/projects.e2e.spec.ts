import { describe, expect, it } from '@jest/globals';
import { createGroupedEvent, createReport } from '#product/testing';
import { hold } from '../../../../test/support/hold.ts';
import { startPeopledRenderer } from '../support/peopled-renderer.ts';
import type { Person } from '../support/peopled-renderer.ts';
import { shownOf } from '../support/shown.ts';
import { toCookies } from '../support/to-cookies.ts';

const LIST = '/settings/projects';
const WEB = '/settings/projects/web';
const KEYS = `${WEB}/keys`;
const LIMITS = `${WEB}/limits`;
const MEMBERS = `${WEB}/members`;
const SECTIONS = [
  WEB,
  KEYS,
  LIMITS,
  ...['filters', 'grouping-rules'].map((section) => `${WEB}/${section}`),
  MEMBERS,
  `${WEB}/alerts`,
  `${WEB}/channels`,
  `${WEB}/data`,
];

describe('settings of projects', () => {
  const renderer = hold(startPeopledRenderer);

  async function show(person: Person, path: string): Promise<string> {
    return withoutBanner(shownOf((await renderer.get(person, path).expect(200)).text));
  }

  /**
   * Removes the link of the banner about the relay, which appears once the relay is known to be
   * away.
   */
  function withoutBanner(page: string): string {
    return page.replace(/<a [^>]*>Try again<\/a>/, '');
  }

  it.each<readonly [Person, string]>([
    ['owner', '/settings/projects/none'],
    ['admin', '/settings/projects/none'],
    ['admin', '/settings/projects/errata'],
    ['owner', `${MEMBERS}?after=x`],
  ])('answer 404 to the role %s at %s', async (person, path) => {
    await renderer.get(person, path).expect(404);
  });

  it('let owners delete a project by its slug, but not the project of Errata itself', async () => {
    const { send } = renderer;
    await send('owner', LIST, 'create', { name: 'Gone' }).expect(303);
    const gone = `${LIST}/gone`;
    expect(await show('owner', gone)).toContain('Type gone to delete the project');
    expect(await show('admin', WEB)).not.toContain('Delete the project');
    const wrong = await send('owner', gone, 'delete', { slug: 'web' }).expect(422);
    expect(wrong.text).toContain('This is not the slug of the project.');
    const right = await send('owner', gone, 'delete', { slug: ' gone ' }).expect(303);
    expect(right.headers['location']).toBe(LIST);
    await renderer.get('owner', gone).expect(404);
    expect(await show('owner', LIST)).not.toContain('gone');
    const own = await send('owner', `${LIST}/errata`, 'delete', { slug: 'errata' }).expect(422);
    expect(own.text).toContain('it cannot be deleted');
  });

  describe('the list of projects', () => {
    it('shows the projects of a person with the role, and set-up links to admins', async () => {
      expect(await show('viewer', '/issues')).toContain('href="/settings/projects"');
      const viewers = await show('viewer', LIST);
      expect(viewers).toContain('>viewer<');
      expect(viewers).not.toContain('other');
      expect(viewers).not.toContain('Set up');
      expect(viewers).not.toContain('<nav aria-label="Settings"');
      const admins = await show('admin', LIST);
      expect(admins).toContain('href="/projects/web/start"');
      expect(admins).toContain(`href="${WEB}"`);
      expect(admins).not.toContain('href="/settings/people"');
      const owners = await show('owner', LIST);
      expect(owners).toContain('href="/projects/other/start"');
      expect(owners).toContain('href="/settings/people"');
    });

    it('has 50 projects a page, found by name or slug', async () => {
      const slugs = Array.from({ length: 60 }, (_, at) => `many-${at}`);
      await renderer.stores.projects.ensure(slugs.map((slug) => ({ slug })));
      const first = await show('owner', LIST);
      expect([first.includes('many-9<'), first.includes('many-59<')]).toEqual([true, false]);
      expect(first).toContain('href="/settings/projects?page=2"');
      expect(await show('owner', `${LIST}?page=2`)).toContain('many-59<');
      const found = await show('owner', `${LIST}?find=MANY-59`);
      expect([found.includes('many-59<'), found.includes('many-9<')]).toEqual([true, false]);
      const invite = await show('owner', '/settings/people');
      expect(invite).toMatch(/<input[^>]*data-offers="project"[^>]*name="projects\[\]"/);
      await renderer.get('owner', `${LIST}?page=0`).expect(404);
    });

    it('lets owners make a project, with a key and a slug made from its name', async () => {
      const { stores, send } = renderer;
      const answer = await send('owner', LIST, 'create', { name: ' Café Shop ' }).expect(303);
      expect(answer.headers['location']).toBe('/projects/cafe-shop/start');
      expect(await show('owner', '/settings/projects/cafe-shop')).toContain('Café Shop');
      const page = await show('owner', '/settings/projects/cafe-shop/keys');
      const project = await stores.projectSettings.find('cafe-shop');
      const keys = await stores.projectSettings.listKeys(project?.id ?? 0);
      expect(page).toContain(`${keys[0]?.publicKey}@localhost:3000/${project?.id}`);
    });

    it('says what is wrong with a new project, and keeps the input', async () => {
      const { send } = renderer;
      const wrong = { name: 'Another', slug: 'Wrong slug' };
      const invalid = await send('owner', LIST, 'create', wrong).expect(422);
      expect(shownOf(invalid.text)).toContain('value="Wrong slug"');
      expect(shownOf(invalid.text)).toContain('A slug has 1 to 50');
      const taken = await send('owner', LIST, 'create', { name: 'W', slug: 'web' }).expect(422);
      expect(shownOf(taken.text)).toContain('There is a project with this slug already.');
    });
  });

  describe('the settings of one project', () => {
    it('link from each section to all sections, in their order', async () => {
      for (const section of SECTIONS) {
        const page = await show('admin', section);
        const hrefs = [...page.matchAll(/href="(?<href>\/settings\/projects\/web[^"]*)"/g)];
        const found = hrefs.map(({ groups }) => groups?.['href']);
        expect([...new Set(found)].filter((href) => SECTIONS.includes(href!))).toEqual(SECTIONS);
        expect(page).toMatch(new RegExp(`aria-current="page"[^>]*href="${section}"`));
      }
    });

    it('show the parts of the data page only to people with the right', async () => {
      const listParts = async (person: Person): Promise<string[]> => {
        const [, parts = ''] = (await show(person, `${WEB}/data`)).split('<nav aria-label="Data"');
        const [bar = ''] = parts.split('</nav>');
        return [...bar.matchAll(/<a [^>]*>([^<]+)<\/a>/g)].map(([, name]) => name!);
      };
      expect(await listParts('admin')).toEqual([
        'Received',
        'Retention',
        'Logs',
        'Spans',
        'Privacy',
        'Erasure',
      ]);
      expect(await listParts('viewer')).toEqual([]);
    });

    it('say in a word which settings of a section are on, and describe the section', async () => {
      const { send } = renderer;
      const read = async (): Promise<string> => {
        const [, navigation = ''] = (await show('admin', LIMITS)).split(
          '<nav aria-label="Settings"',
        );
        return navigation
          .split('</nav>')[0]!
          .replaceAll(/<[^>]+>/g, ' ')
          .replaceAll(/\s+/g, ' ');
      };
      expect(await read()).toMatch(
        /Keys 1 key Limits off .*Alerts 1 rule Channels none Data 90 days/,
      );
      await send('admin', LIMITS, 'save', { rate: '6000', origins: '' }).expect(303);
      await send('admin', `${WEB}/data/retention`, 'keep', { days: '30' }).expect(303);
      expect(await read()).toMatch(/Limits 6,000 a min .*Data 30 days/);
      const page = await show('admin', `${WEB}/grouping-rules`);
      expect(page).toMatch(
        /<aside aria-label="About Grouping rules"[^>]*>.*Now: off.*href="\/help\/grouping-rules"/s,
      );
      await send('admin', LIMITS, 'save', { rate: '', origins: '' }).expect(303);
      await send('admin', `${WEB}/data/retention`, 'keep', { days: '90' }).expect(303);
    });

    it('say before a deletion how many issues go with the project', async () => {
      const event = createGroupedEvent({ event: { projectId: 2 } });
      await renderer.stores.reports.record([createReport(900, [event])]);
      expect(await show('owner', '/settings/projects/other')).toContain(
        '1 issue and all their events',
      );
    });

    it('answer 403 to members without the right, and 404 to people outside the project', async () => {
      const refused = await renderer.get('viewer', KEYS).expect(403);
      expect(withoutBanner(shownOf(refused.text))).not.toContain(`href="${KEYS}"`);
      const hidden = await renderer.get('outsider', KEYS).expect(404);
      const missing = await renderer.get('outsider', '/settings/projects/none/keys').expect(404);
      const [main, other] = [hidden, missing].map(({ text }) => /<main.*<\/main>/s.exec(text)?.[0]);
      expect(main).toBe(other);
    });

    it('rename the project', async () => {
      await renderer.send('admin', WEB, 'rename', { name: 'The web' }).expect(303);
      expect(await show('admin', WEB)).toContain('>The web (web)<');
      expect((await renderer.get('admin', KEYS)).text).toContain('<title>Keys of The web');
      const answer = await renderer.send('admin', WEB, 'rename', { name: ' ' }).expect(422);
      expect(shownOf(answer.text)).toContain('A project has a name of 1 to 100 characters.');
    });

    it('make, disable and enable keys', async () => {
      const { stores, send } = renderer;
      const before = await stores.projectSettings.listKeys(1);
      await send('admin', KEYS, 'add-key').expect(303);
      const keys = await stores.projectSettings.listKeys(1);
      expect(keys).toHaveLength(before.length + 1);
      const key = keys[0]?.publicKey ?? '';
      const { publicKey: dead } = (await stores.projectSettings.listKeys(1))[1]!;
      const use = { projectId: 1, publicKey: key, kind: 'error', atMs: Date.now() } as const;
      await stores.outcomes.add([{ ...use, outcome: 'stored', reason: 'taken', quantity: 3 }]);
      const page = await show('admin', KEYS);
      expect(page).toContain('3 in 24 h, latest');
      expect(page.indexOf('Nothing came by it')).toBeGreaterThan(page.indexOf(dead));
      await send('admin', KEYS, 'disable-key', { key }).expect(303);
      expect(await show('admin', KEYS)).toContain(`Enable key ${key}`);
      await send('admin', KEYS, 'enable-key', { key }).expect(303);
      expect(await show('admin', KEYS)).toContain(`Disable key ${key}`);
      const [other] = await stores.projectSettings.listKeys(2);
      await send('admin', KEYS, 'disable-key', { key: other?.publicKey ?? '' }).expect(422);
      expect(await stores.projectSettings.listKeys(2)).toEqual([other]);
    });

    it('set allowed origins, and show a mistake at its field', async () => {
      const { stores, send } = renderer;
      const many = await send('admin', LIMITS, 'save', { rate: 'many', origins: '' }).expect(422);
      expect(shownOf(many.text).split('value="many"')).toHaveLength(2);
      expect(shownOf(many.text)).toContain('A rate is a whole number of reports from 1 to');
      const origins = 'https://Shop.example.com/\n *.example.org';
      await send('admin', LIMITS, 'save', { rate: '', origins }).expect(303);
      const { allowedOrigins } = (await stores.projectSettings.find('web'))!;
      expect(allowedOrigins).toEqual(['https://shop.example.com', '*.example.org']);
      expect(await show('admin', LIMITS)).toContain('https://shop.example.com\n*.example.org<');
      const answer = await send('admin', LIMITS, 'save', {
        rate: '',
        origins: 'https://a/path',
      }).expect(422);
      const text = shownOf(answer.text);
      expect(text).toContain('>https://a/path</textarea>');
      expect(text).toContain('Enter at most 50 origins, one a line');
      await send('admin', LIMITS, 'save', { rate: '', origins: ' ' }).expect(303);
      expect(await stores.projectSettings.find('web')).not.toHaveProperty('allowedOrigins');
    });

    it('refuse limits from a page that was opened before somebody else’s change', async () => {
      const { stores, send } = renderer;
      const [, version] = /name="version" value="(\d+)"/.exec(await show('admin', LIMITS)) ?? [];
      await send('admin', LIMITS, 'save', { rate: '', origins: 'a.example' }).expect(303);
      const stale = { rate: '60', origins: '', version: version ?? '' };
      const { text } = await send('admin', LIMITS, 'save', stale).expect(422);
      expect(shownOf(text)).toContain('Somebody else has changed the limits since.');
      const { allowedOrigins } = (await stores.projectSettings.find('web'))!;
      expect(allowedOrigins).toEqual(['a.example']);
      await send('admin', LIMITS, 'save', { rate: '', origins: '' }).expect(303);
    });

    it('invite an added person without an account into all projects that an owner ticks', async () => {
      const { send, stores } = renderer;
      const fields = { email: 'stranger@example.org', role: 'viewer', 'projects[]': ['other'] };
      const { text } = await send('owner', MEMBERS, 'add-member', fields).expect(200);
      expect(shownOf(text)).toContain('Send this link to stranger@example.org');
      const [open] = await stores.invitations.listOpen({ nowMs: Date.now(), limit: 1 });
      expect(open?.grant).toEqual({ kind: 'member', role: 'viewer', projectIds: [1, 2] });
      expect(await show('owner', MEMBERS)).toContain('as viewer here and in other, until');
      // The invitation also covers another project, which is no business of this project's admin.
      expect(await show('admin', MEMBERS)).not.toContain('stranger@example.org');
      const withdrawn = { invitation: String(open?.id) };
      await send('admin', MEMBERS, 'withdraw', withdrawn).expect(422);
      await send('owner', MEMBERS, 'withdraw', withdrawn).expect(303);
    });

    it('add a person to several projects at once, and explain a refusal at the field', async () => {
      const { send, stores, idOf } = renderer;
      const fields = { email: 'viewer@example.org', role: 'viewer', 'projects[]': ['other'] };
      await send('owner', MEMBERS, 'add-member', fields).expect(303);
      expect(await stores.memberships.findRole(idOf('viewer'), 2)).toBe('viewer');
      const again = await send('owner', MEMBERS, 'add-member', fields).expect(422);
      const [field] = /<input[^>]* value="viewer@example.org"[^>]*>/.exec(again.text) ?? [];
      expect(field).toContain('aria-invalid="true"');
      const as = { ...fields, role: 'admin' };
      await stores.memberships.remove(idOf('viewer'), 2);
      const promoted = await send('owner', MEMBERS, 'add-member', as).expect(303);
      const page = await renderer
        .get('owner', MEMBERS)
        .set('Cookie', toCookies(renderer.cookieOf('owner'), promoted));
      expect(shownOf(page.text)).toContain(
        'viewer@example.org is in other, as admin. The role in The web is the one of before.',
      );
      await stores.memberships.remove(idOf('viewer'), 2);
    });

    it('list all people for owners, but only members for admins', async () => {
      const ofOwner = await show('owner', MEMBERS);
      expect(ofOwner).toContain('<option value="outsider@example.org"');
      expect(await show('admin', MEMBERS)).not.toContain('outsider');
    });

    it('add an invited person with an account only when they accept while signed in', async () => {
      const { stores, send, idOf } = renderer;
      const roleOf = () => stores.memberships.findRole(idOf('outsider'), 1);
      const fields = { email: 'outsider@example.org', role: 'viewer' };
      const { text } = await send('admin', MEMBERS, 'invite-member', fields).expect(200);
      expect(shownOf(text)).toContain('outsider@example.org<');
      const [path = ''] = /\/invitations\/[\w-]{43}/.exec(shownOf(text)) ?? [];
      expect(await roleOf()).toBeUndefined();
      await send('viewer', path, 'accept').expect(422);
      await send('outsider', path, 'accept').expect(303);
      expect(await roleOf()).toBe('viewer');
      expect(await show('admin', MEMBERS)).not.toContain('Invited, and not here yet');
      await send('admin', MEMBERS, 'remove-member', { user: String(idOf('outsider')) }).expect(303);
    });

    it('give admins the same answer for known, disabled and unknown email addresses', async () => {
      const { stores, send, idOf } = renderer;
      const invite = async (email: string) => {
        const { text } = await send('admin', MEMBERS, 'invite-member', { email, role: 'viewer' });
        const [open] = await stores.invitations.listOpen({ nowMs: Date.now(), limit: 1 });
        const withdrawn = { invitation: String(open?.id) };
        const [path = ''] = /\/invitations\/[\w-]{43}/.exec(shownOf(text)) ?? [];
        const { text: page } = await renderer.get('nobody', path).expect(200);
        const account = { email, password: 'correct horse battery staple' };
        const { text: used } = await send('nobody', path, 'accept-as-new', account).expect(422);
        await send('admin', MEMBERS, 'withdraw', withdrawn).expect(303);
        return [text, page, used]
          .map(shownOf)
          .join('\n')
          .replaceAll(email, 'somebody')
          .replaceAll(/invitations(\/|%2F)[\w-]{43}/g, 'invitations/…')
          .replaceAll(/ value="\d+"/g, '')
          .replaceAll(/<time.*?<\/time>/gs, '');
      };
      const [known, stranger] = [await invite('outsider@example.org'), await invite('x@y.example')];
      await stores.users.disable(idOf('outsider'));
      const disabled = await invite('outsider@example.org');
      const added = { email: 'outsider@example.org', role: 'viewer' };
      const { text: why } = await send('owner', MEMBERS, 'add-member', added).expect(422);
      expect(shownOf(why)).toContain('The account with this email is disabled.');
      await stores.users.enable(idOf('outsider'));
      expect(known).toContain('Send this link to somebody');
      expect(known.match(/Who has no account yet is invited by an owner\./g)).toHaveLength(2);
      expect(known).not.toContain('name="password"');
      expect([stranger, disabled]).toEqual([known, known]);
      await send('admin', MEMBERS, 'add-member', { email: 'x@y.example', role: 'viewer' }).expect(
        403,
      );
    });

    it('lead a former admin to a page that they may still open', async () => {
      const { send, idOf, stores } = renderer;
      const fields = { user: String(idOf('admin')), role: 'viewer' };
      await send('admin', MEMBERS, 'change-role', { ...fields, role: 'owner' }).expect(422);
      const answer = await send('admin', MEMBERS, 'change-role', fields).expect(303);
      expect(answer.headers['location']).toBe(LIST);
      const [, href = ''] = /href="(\/settings\/projects\/web\/[^"]*)"/.exec(
        await show('admin', LIST),
      )!;
      await renderer.get('admin', href).expect(200);
      await renderer.get('admin', MEMBERS).expect(403);
      const membership = { userId: idOf('admin'), projectId: 1, nowMs: 0 };
      await stores.memberships.set({ ...membership, role: 'admin' });
      const user = String(idOf('admin'));
      await send('admin', MEMBERS, 'remove-member', { user }).expect(303);
      await renderer.get('admin', MEMBERS).expect(404);
      await stores.memberships.set({ ...membership, role: 'admin' });
    });
  });
});
