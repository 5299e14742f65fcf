import { describe, expect, it } from '@jest/globals';
import { ProjectDeletionStore } from '#product/retention/project-deletion';
import { Clock } from '#shared';
import { hold } from '../../../test/support/hold.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { DemoFiller } from '../src/features/operation/demo/demo-filler.ts';
import { DemoService } from '../src/features/operation/demo/demo.service.ts';
import { shownOf } from './support/shown.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import { openReportSink } from './support/report-sink.ts';

const SLUGS = ['demo-web', 'demo-api', 'demo-pay', 'demo-edge', 'demo-find'];

describe('the demo', () => {
  const relay = hold(openReportSink);
  const renderer = hold(() => startPeopledRenderer({ RELAY_URL: new URL(relay.dsn).origin }));
  const listSlugs = async () => {
    const projects = await renderer.stores.projects.list();
    return projects.map(({ slug }) => slug).filter((slug) => slug.startsWith('demo-'));
  };
  const showDemo = async () => shownOf((await renderer.get('owner', '/settings/demo')).text);

  it('is offered to owners while a project waits for its first error', async () => {
    const { text: ofOwner } = await renderer.get('owner', '/projects/web/start');
    expect(shownOf(ofOwner)).toContain('href="/settings/demo"');
    const { text } = await renderer.get('admin', '/projects/web/start');
    expect(shownOf(text)).toContain('Waiting for your first error');
    expect(shownOf(text)).not.toContain('Load sample data');
    expect(await showDemo()).toContain('Fill five projects</button>');
  });

  it('fills five projects through the relay, shows its progress, and is removed with one click', async () => {
    const { reportedReleases } = renderer.stores;
    const told = { projectIds: [1], ref: 'main', releasedAtMs: 7, commits: [] };
    await reportedReleases.upsert('web@2.9.0', { ...told, atMs: 7 });
    const ours = () => reportedReleases.find('web@2.9.0', [1]);
    const before = await ours();
    const { headers } = await renderer.send('owner', '/settings/demo', 'fill').expect(303);
    expect(headers['location']).toBe('/settings/demo');
    await renderer.send('owner', '/settings/demo', 'fill').expect(303);
    const listSent = () => relay.bodies.filter((body) => body.includes('"type":"event"'));
    await eventually('the first events at the relay', () => listSent().length > 50);
    expect(await listSlugs()).toEqual(SLUGS);
    expect(await renderer.stores.audit.list({ what: 'settings.demo', limit: 1 })).toHaveLength(1);
    const monitors = (await renderer.stores.monitors.list('all')).map(({ slug }) => slug);
    expect(monitors).toEqual(['import-orders', 'nightly-backup', 'send-invoices']);
    // The alert rules of the demo are off, because alerts about made-up events would reach all
    // owners.
    const rules = await Promise.all(
      (await renderer.stores.projects.list())
        .filter(({ slug }) => SLUGS.includes(slug))
        .map(({ id }) => renderer.stores.alertRules.list(id)),
    );
    expect(rules.flat().map(({ isEnabled }) => isEnabled)).toEqual(SLUGS.map(() => false));
    // The double of the relay processes no report, so these outcomes stand for the events that an
    // interrupted filling sent the day before.
    const all = await renderer.stores.projects.list();
    const projectId = all.find(({ slug }) => slug === 'demo-web')!.id;
    const atMs = Date.now() - 86_400_000;
    const stored = { outcome: 'stored', reason: 'taken', kind: 'error', quantity: 7 } as const;
    await renderer.stores.outcomes.add([{ ...stored, projectId, publicKey: 'abc', atMs }]);
    const filling = await showDemo();
    expect(filling).toMatch(/<progress value="7" max="8549"/);
    expect(filling).toContain('7 of 8,549 events are in. ');
    expect(filling).not.toContain('Fill five projects');
    expect(filling).toContain('href="/issues?project=demo-web"');

    // The service of a console that is started again, while nobody asks for anything.
    const { app } = renderer;
    await app.get(DemoService).beforeApplicationShutdown();
    const stopped = listSent().length;
    const next = new DemoService(
      app.get(DemoFiller),
      app.get(ProjectDeletionStore),
      app.get<Clock>(Clock),
    );
    await next.onApplicationBootstrap();
    await eventually('more events at the relay', () => listSent().length > stopped + 50);
    await next.beforeApplicationShutdown();

    await renderer.send('owner', '/settings/demo', 'remove').expect(303);
    expect(await listSlugs()).toEqual([]);
    expect(await ours()).toEqual(before);
    const sent = listSent().length;
    expect(await showDemo()).toContain('Fill five projects</button>');
    expect(listSent()).toHaveLength(sent);
  });
});
