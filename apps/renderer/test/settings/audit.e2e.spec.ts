import { describe, expect, it } from '@jest/globals';
import { hold } from '../../../../test/support/hold.ts';
import { startPeopledRenderer } from '../support/peopled-renderer.ts';
import type { Person } from '../support/peopled-renderer.ts';
import { shownOf } from '../support/shown.ts';

const AUDIT = '/settings/audit';

describe('the audit log', () => {
  const renderer = hold(startPeopledRenderer);

  async function show(path: string, person: Person = 'owner'): Promise<string> {
    return shownOf((await renderer.get(person, path).expect(200)).text);
  }

  it('is open to owners only', async () => {
    await renderer.get('admin', AUDIT).expect(403);
    expect(await show('/settings/projects', 'admin')).not.toContain(AUDIT);
    expect(await show(AUDIT)).toContain('Nothing has been changed yet.');
  });

  it('says who changed a project and its people, with the old and new values', async () => {
    const { send, stores } = renderer;
    const web = '/settings/projects/web';
    await send('owner', web, 'rename', { name: 'The shop' }).expect(303);
    await send('admin', `${web}/limits`, 'save', { rate: '600', origins: '' }).expect(303);
    await send('admin', `${web}/limits`, 'save', { rate: '', origins: '' }).expect(303);
    const people = await stores.users.list({ limit: 100 });
    const members = await stores.memberships.listMembers(1, { limit: 100 });
    const viewer = members.find(({ role }) => role === 'viewer')!;
    const user = String(viewer.userId);
    await send('admin', `${web}/members`, 'change-role', { user, role: 'member' }).expect(303);
    await send('owner', '/settings/people', 'disable', { user }).expect(303);
    const page = await show(AUDIT);
    expect(page).toMatch(/<bdi[^>]*>[^<]+<\/bdi> renamed the project \S+ to The shop</);
    expect(page).toContain('limited The shop to 600 reports a minute');
    const { name, email } = people.find(({ id }) => id === viewer.userId)!;
    expect(page).toContain(
      `changed the role of ${name ?? email} in The shop from viewer to member`,
    );
    expect(page).toContain(`disabled the account of ${name ?? email}`);
    const entries = await stores.audit.list({ limit: 10 });
    expect(entries.map(({ what, from, to }) => [what, from, to])).toEqual([
      ['person.enabled', true, false],
      ['member.role', 'viewer', 'member'],
      ['settings.intake', 600, undefined],
      ['settings.intake', undefined, 600],
      ['project.renamed', expect.any(String), 'The shop'],
    ]);
  });

  it('filters by subject, project, person and days, and answers 404 to other queries', async () => {
    const page = await show(`${AUDIT}?what=member.&project=1`);
    expect(page).toContain('aria-label="Remove project is The shop"');
    expect(page).toMatch(/<li.*changed the role of/s);
    expect(page).not.toContain('reports a minute');
    const today = new Date().toISOString().slice(0, 10);
    expect(await show(`${AUDIT}?from=${today}&to=${today}`)).toContain('changed the role of');
    const nothing = await show(`${AUDIT}?to=2020-01-01`);
    expect(nothing).toMatch(/No such change.*Without that there are \d+/s);
    expect(nothing).toContain('aria-label="Remove day is until 2020-01-01"');
    expect(await show(`${AUDIT}?project=2`)).toContain('No such change');
    for (const query of [
      'what=x',
      'project=a',
      'by=-1',
      'before=0',
      'what=a.b&what=c.d',
      'from=x',
      'to=2026-02-31x',
      'from=2026-13-01',
    ]) {
      await renderer.get('owner', `${AUDIT}?${query}`).expect(404);
    }
  });

  it('notes that a password reset link was made', async () => {
    const user = String(renderer.idOf('admin'));
    await renderer.send('owner', '/settings/people', 'make-reset-link', { user }).expect(200);
    expect(await show(AUDIT)).toMatch(/made a link by which \S+ sets another password/);
  });

  it('is exported as CSV with all of its pages, for owners only', async () => {
    const { audit } = renderer.stores;
    const name = '=cmd|’/C calc’!A0';
    for (let to = 0; to < 510; to += 1) {
      await audit.note({ atMs: to, what: 'project.created', to: `${name} ${to}` });
    }
    const path = /href="(\/settings\/audit\/csv[^"]*)"/.exec(
      await show(`${AUDIT}?to=1970-01-01`),
    )?.[1];
    const { text, headers } = await renderer
      .get('owner', path!.replaceAll('&amp;', '&'))
      .expect(200);
    expect(headers['content-type']).toContain('text/csv');
    expect(headers['content-disposition']).toContain('errata-audit-log.csv');
    const [head, ...rows] = text.trimEnd().split('\r\n');
    expect(head).toBe('time,who,change,project,kind,target,from,to');
    expect(rows).toHaveLength(510);
    expect(rows[0]).toContain(`,Errata,created the project ${name} 509,,project.created,,,`);
    await renderer.get('admin', '/settings/audit/csv').expect(403);
    await renderer.get('owner', '/settings/audit/csv?by=x').expect(404);
  });

  it('offers no kind of change that it does not list', async () => {
    const { audit } = renderer.stores;
    await audit.note({ atMs: 0, what: 'failed-reports.tried_again', to: 2 });
    const kinds = [...(await show(AUDIT)).matchAll(/value="([^"]+)" name="what"/g)];
    expect(kinds.map(([, kind]) => kind)).toContain('failed-reports.');
    for (const [, kind] of kinds) expect(await show(`${AUDIT}?what=${kind}`)).toContain('<li');
  });

  it('links to older changes', async () => {
    const { audit } = renderer.stores;
    for (let to = 0; to < 60; to += 1) await audit.note({ atMs: to, what: 'key.limited', to });
    const first = await show(`${AUDIT}?what=key.limited`);
    const older = /href="(\/settings\/audit\?[^"]*before=\d+)"/.exec(first)?.[1];
    expect(older).toContain('what=key.limited');
    const second = await show(older!.replaceAll('&amp;', '&'));
    expect(second.match(/<li[ >]/g)).not.toBeNull();
    expect(second).not.toContain('Older changes');
  });
});
