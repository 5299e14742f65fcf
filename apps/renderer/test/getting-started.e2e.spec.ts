import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createGroupedEvent, createReport } from '#product/testing';
import { hold } from '../../../test/support/hold.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import type { PeopledRenderer, Person } from './support/peopled-renderer.ts';
import { openReportSink } from './support/report-sink.ts';
import { shownOf } from './support/shown.ts';
import { startSpecRenderer } from './support/spec-renderer.ts';

const START = '/projects/web/start';

describe('the page that sets a project up', () => {
  const relay = hold(openReportSink);
  let renderer: PeopledRenderer;
  let dsn: string;
  const show = async (person: Person, path: string) =>
    shownOf((await renderer.get(person, path).expect(200)).text);
  const showCode = async (person: Person, path: string) =>
    (await show(person, path)).replaceAll(/<\/?span[^>]*>/g, '');

  beforeAll(async () => {
    const { origin } = new URL(relay.dsn);
    renderer = await startPeopledRenderer({
      RELAY_URL: origin,
      PUBLIC_URL: 'http://localhost:3000/base',
    });
    const [key] = await renderer.stores.projectSettings.listKeys(1);
    dsn = `http://${key?.publicKey}@localhost:3000/base/1`;
  });

  afterAll(async () => {
    await renderer.end();
  });

  it('says what the project and its DSN are, and offers the platforms', async () => {
    const page = await show('admin', START);
    expect(page).toContain('Set up web</h1>');
    expect(page).toContain(dsn);
    expect(page).toContain('This is the DSN');
    expect(page).toContain('href="/base/projects/web/start?platform=laravel#install"');
    expect(page).toContain('at its first start');
    expect(page).not.toContain('Install the SDK');
    expect(page).toContain('Waiting for your first error.');
    expect(await show('owner', '/projects/errata/start')).toContain(
      'Errata reports its own errors into this project.',
    );
    const other = await show('owner', '/projects/other/start');
    expect(other).not.toContain('at its first start');
  });

  it('says beside the wait that reports were refused, with a link to the reasons', async () => {
    expect(await show('admin', START)).not.toContain('refused');
    const of = { projectId: 1, publicKey: 'abc', kind: 'error', atMs: Date.now() } as const;
    await renderer.stores.outcomes.add([
      { ...of, outcome: 'invalid', reason: 'origin', quantity: 2 },
    ]);
    const page = await show('admin', START);
    expect(page).toContain('Errata refused 2 reports in the last 24 hours.');
    expect(page).toContain('href="/base/settings/projects/web/data#outcomes"');
    expect(await show('owner', '/projects/other/start')).not.toContain('refused');
  });

  it('shows the set-up code of a platform with the DSN in it', async () => {
    const page = await showCode('admin', `${START}?platform=fastapi`);
    expect(page).toContain('pip install --upgrade sentry-sdk');
    expect(page).toContain(`dsn=&quot;${dsn}&quot;`);
    expect(page).toContain('href="https://docs.sentry.io/platforms/python/integrations/fastapi/"');
    expect(page).not.toContain('Through your own host');
    const next = await showCode('admin', `${START}?platform=nextjs`);
    const uploading = ['errata', 'web', 'http://localhost:3000/base'].map(
      (x) => `: &#x27;${x}&#x27;,`,
    );
    for (const option of uploading) expect(next).toContain(option);
    expect(await show('admin', `${START}?platform=cobol`)).not.toContain('Install the SDK');
  });

  it('shows how browsers report directly, and on another tab through their own host', async () => {
    const direct = await show('admin', `${START}?platform=vue`);
    expect(direct).not.toContain('tunnel:');
    const href = '/base/projects/web/start?platform=vue&amp;via=own-host#configure';
    expect(direct).toContain(`href="${href}"`);
    const tunnelled = await showCode('admin', `${START}?platform=vue&via=own-host`);
    expect(tunnelled).toContain('tunnel: &#x27;/monitoring&#x27;');
    expect(tunnelled).toContain('proxy_pass http://localhost:3000/base/monitoring;');
    expect(tunnelled).toContain('/base/monitoring</code>');
  });

  it('tells owners alone how to get mail', async () => {
    expect(await show('owner', START)).toContain('SMTP_URL=smtp://user:password@host:587');
    expect(await show('admin', START)).not.toContain('SMTP_URL');
  });

  it('sends a test error to the relay, by the key of the project', async () => {
    const { headers } = await renderer.send('admin', START, 'send-test-error').expect(303);
    expect(headers['location']).toBe('/base/projects/web/start');
    const reports = relay.bodies.filter((body) => body.includes('"type":"TestError"'));
    expect(reports).toHaveLength(1);
  });

  it('is where new projects, owners’ empty lists, settings and /start lead', async () => {
    const created = await renderer.send('owner', '/settings/projects', 'create', { name: 'Shop' });
    expect(created.headers['location']).toBe('/base/projects/shop/start');
    const list = await show('owner', '/settings/projects');
    expect(list).toContain('href="/base/projects/shop/start"');
    expect(await show('admin', '/settings/projects/web')).toContain('Set up an SDK');
    const startOf = async (person: Person) =>
      (await renderer.get(person, '/start').expect(303)).headers['location'];
    expect(await startOf('owner')).toBe('/base/projects/web/start');
    expect(await startOf('member')).toBe('/base/issues');
    expect(await show('admin', '/issues')).toContain('href="/base/projects/web/start"');
    expect(await show('member', '/issues')).not.toContain('/start"');
  });

  it('shows the first error, and later the error that was seen last', async () => {
    const { reports, issues } = renderer.stores;
    const record = async (number: number, value: string) => {
      const times = { occurredAtMs: Date.now(), receivedAtMs: Date.now() };
      const event = createGroupedEvent({
        groupedBy: value,
        grouping: { type: 'TypeError', value },
        event: { projectId: 1, ...times },
      });
      await reports.record([createReport(number, [event])]);
    };
    await record(1, 'cart is empty');
    const first = await show('admin', START);
    expect(first).toContain('Your first error is here: ');
    expect(first).toContain('TypeError: cart is empty');
    const [{ id } = { id: 0 }] = await issues.list({ limit: 1 });
    expect(first).toContain(`href="/base/issues/${id}"`);
    await record(2, 'cart is full');
    const later = await show('admin', `${START}?platform=go`);
    expect(later).toContain('Seen last: ');
    expect(later).toContain('TypeError: cart is full');
    expect(later).toContain('go get github.com/getsentry/sentry-go');
  });

  it('says when no key of the project is enabled', async () => {
    const { projectSettings } = renderer.stores;
    const [key] = await projectSettings.listKeys(2);
    const { publicKey = '' } = key ?? {};
    const by = { byUserId: renderer.idOf('owner'), nowMs: Date.now() };
    await projectSettings.setKeyEnabled({ projectId: 2, publicKey, enabled: false }, by);
    const page = await show('owner', '/projects/other/start?platform=go');
    expect(page).toContain('No key of the project is enabled');
    expect(page).toContain('href="/base/settings/projects/other/keys"');
    expect(page).not.toContain('Install the SDK');
    const refused = await renderer.send('owner', '/projects/other/start', 'send-test-error');
    expect(refused.status).toBe(422);
  });
});

it('a browser with the set-up link is led to /setup and may not open the start page', async () => {
  const renderer = await startSpecRenderer();
  const url = await renderer.app.listen(0, '127.0.0.1').then(() => renderer.app.getUrl());
  const ask = (path: string) =>
    fetch(url + path, { headers: { ...renderer.pass, Accept: 'text/html' }, redirect: 'manual' });
  expect(await (await ask('/issues')).text()).toContain('href="/setup"');
  expect((await ask('/projects/app/start')).status).toBe(401);
  await renderer.end();
});

it.each(['with the set-up link', 'without it'])(
  'no link leads a browser %s to a refusal while Errata has no owner',
  async (how) => {
    const renderer = await startSpecRenderer();
    const url = await renderer.app.listen(0, '127.0.0.1').then(() => renderer.app.getUrl());
    const pass = how === 'without it' ? {} : renderer.pass;
    const refused: string[] = [];
    const walked = new Map([['/setup', 'the start']]);
    // The bars of logs lead to times that end now, so a slow walk would never end.
    const forms = new Set<string>();
    for (const [path, from] of walked) {
      const answer = await fetch(url + path, { headers: { ...pass, Accept: 'text/html' } });
      if (answer.status >= 400) refused.push(`${answer.status} ${path} from ${from}`);
      const shown = shownOf(await answer.text());
      for (const [, escaped = ''] of shown.matchAll(/<a [^>]*href="(\/[^"#]*)/g)) {
        const href = escaped.replaceAll('&amp;', '&');
        const form = href.replaceAll(/\d{4}-\d\d-\d\dT[\d%:A-Z]*/g, 'time');
        if (!forms.has(form)) walked.set(href, path);
        forms.add(form);
      }
    }
    expect(refused).toEqual([]);
    await renderer.end();
  },
);
