import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { addBreadcrumb, logger } from '@sentry/nestjs';
import supertest from 'supertest';
import type { DocumentPayload } from '#shared';
import { RecentLines } from '#telemetry';
import { hold } from '../../../test/support/hold.ts';
import { ErrorMonitoring } from '../src/rendering/index.ts';
import { payloadOf } from './platform/support/read-page.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import type { Person } from './support/peopled-renderer.ts';
import { openReportSink } from './support/report-sink.ts';
import type { ReportSink } from './support/report-sink.ts';
import { startSpecRenderer } from './support/spec-renderer.ts';
import { eventually } from '../../../test/support/eventually.ts';

interface SentEvent {
  readonly breadcrumbs: readonly { message: string }[];
  readonly tags: Readonly<Record<string, string>>;
  readonly contexts: { readonly trace: { readonly trace_id: string } };
  readonly exception: { readonly values: readonly { readonly value: string }[] };
}

function eventOf(body: string): SentEvent {
  return JSON.parse(body.split('\n')[2] ?? '') as SentEvent;
}

describe("the server's own monitoring", () => {
  let sink: ReportSink;
  let monitoring: ErrorMonitoring;
  let lines: RecentLines;

  async function start(options?: { held: boolean }): Promise<void> {
    sink = await openReportSink(options);
    lines = new RecentLines();
    monitoring = new ErrorMonitoring({ dsn: sink.dsn, release: 'r', environment: 'spec' }, lines);
  }

  async function report(message: string): Promise<void> {
    const taken = sink.bodies.length;
    monitoring.report(new Error(message), { digest: '42' });
    await eventually('the report', () => sink.bodies.length > taken);
  }

  afterEach(async () => {
    sink.release();
    jest.useRealTimers();
    await monitoring.close();
    sink.end();
  });

  it('sends earlier log lines as breadcrumbs, and later lines as logs of their trace', async () => {
    await start();
    const traceId = 'ab'.repeat(16);
    lines.note({ level: 'warn', context: 'Mail', msg: 'slow', fields: {} });
    await report('boom');
    expect(eventOf(sink.bodies[0] ?? '').breadcrumbs).toMatchObject([{ message: 'slow' }]);
    const fields = { requestId: 'r1', traceId };
    lines.note({ level: 'error', context: 'Mail', msg: 'refused', fields });
    await monitoring.close();
    const sent = sink.bodies.find((body) => body.includes('"refused"')) ?? '';
    const [log] = (JSON.parse(sent.split('\n')[2] ?? '') as { items: unknown[] }).items;
    expect(log).toMatchObject({
      level: 'error',
      trace_id: traceId,
      attributes: { request_id: { value: 'r1' }, 'logger.name': { value: 'Mail' } },
    });
  });

  it('keeps the last 100 breadcrumbs', async () => {
    await start();
    await report('the SDK is there');
    for (let step = 1; step <= 150; step += 1) addBreadcrumb({ message: `step ${step}` });
    await report('after 150 steps');
    const { breadcrumbs } = eventOf(sink.bodies[1] ?? '');
    expect(breadcrumbs).toHaveLength(100);
    expect(breadcrumbs.at(0)?.message).toBe('step 51');
    expect(breadcrumbs.at(-1)?.message).toBe('step 150');
  });

  it('has at most 64 reports in flight and drops further reports', async () => {
    await start({ held: true });
    for (let count = 1; count <= 80; count += 1) {
      monitoring.report(new Error(`number ${count}.`), { digest: '1' });
    }
    // The SDK's agent opens 30 connections. The other 34 reports wait for one of them.
    await eventually('the first reports', () => sink.bodies.length >= 30);
    sink.release();
    await eventually('the other reports', () => sink.bodies.length >= 64);
    await report('number 81.');
    const numbers = sink.bodies
      .map((body) => /"value":"number (?<count>\d+)/.exec(body)?.groups?.['count'])
      .map(Number)
      .toSorted((one, other) => one - other);
    expect(numbers).toEqual([...Array.from({ length: 64 }, (_, index) => index + 1), 81]);
  });

  it('sends collected logs after 5000 ms, and not before', async () => {
    await start();
    await report('the SDK is there');
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    logger.info('a line');
    jest.advanceTimersByTime(4999);
    await report('a probe that would come after the line');
    expect(sink.bodies.filter((body) => body.includes('"a line"'))).toEqual([]);
    jest.advanceTimersByTime(1);
    await eventually('the line', () => sink.bodies.some((body) => body.includes('"a line"')));
  });
});

describe('the monitoring DSN in a page', () => {
  const renderer = hold(() => startPeopledRenderer({ MONITORING_DSN: '' }));
  let keys: { readonly server: string; readonly pages: string };

  beforeAll(async () => {
    const { projects, projectSettings } = renderer.stores;
    const id = (await projects.list()).find(({ slug }) => slug === 'errata')?.id ?? 0;
    const own = await projectSettings.listKeys(id);
    const keyOf = (scope?: 'errors') => own.find((key) => key.scope === scope)?.publicKey;
    keys = { server: keyOf() ?? '', pages: keyOf('errors') ?? '' };
    if (!keys.server || !keys.pages) throw new Error('The project errata lacks a key.');
  });

  const bootOf = (html: string): DocumentPayload['boot'] => payloadOf(html).boot;
  const show = async (person: Person, path: string) => (await renderer.get(person, path)).text;

  it.each(['/sign-in', '/issues', '/no/such/page', '/invitations/none'])(
    'is absent for a signed-out visitor at %s',
    async (path) => {
      const html = await show('nobody', path);
      expect(payloadOf(html)).not.toHaveProperty('boot');
      expect(html).not.toContain(keys.server);
      expect(html).not.toContain(keys.pages);
      expect(html).not.toContain('@localhost:3000');
    },
  );

  it.each<readonly [Person, string]>([
    ['viewer', '/issues'],
    ['outsider', '/issues'],
    ['admin', '/settings/projects/web'],
    ['viewer', '/settings/people'],
    ['member', '/issues/99'],
    ['viewer', '/no/such/page'],
  ])('has only the key for pages when the visitor %s opens %s', async (person, path) => {
    const html = await show(person, path);
    expect(bootOf(html)).toMatchObject({
      monitoring: { dsn: expect.stringContaining(`//${keys.pages}@`), tunnel: '/monitoring' },
    });
    expect(html).not.toContain(keys.server);
  });

  it('has a key that the list of keys describes and the start page does not offer', async () => {
    const html = await show('owner', '/settings/projects/errata/keys');
    expect(html.split('for Errata’s own pages: only errors, at most 64 KiB each')).toHaveLength(2);
    const offered = (await show('owner', '/projects/errata/start'))
      .split('<main')[1]
      ?.split('<script');
    expect(offered?.[0]).toContain(keys.server);
    expect(offered?.[0]).not.toContain(keys.pages);
  });

  it('is the operator’s DSN when that names another service, for signed-in visitors only', async () => {
    const other = await startPeopledRenderer({ MONITORING_DSN: 'https://k@other.example/7' });
    const dsn = 'https://k@other.example/7';
    expect(bootOf((await other.get('viewer', '/issues')).text)).toMatchObject({
      monitoring: { dsn },
    });
    expect((await other.get('nobody', '/sign-in')).text).not.toContain(dsn);
    await other.end();
  });

  it('is absent while Errata has no owner', async () => {
    const unowned = await startSpecRenderer({ MONITORING_DSN: '' });
    const { text } = await supertest(unowned.app.getHttpServer()).get('/issues').set(unowned.pass);
    expect(payloadOf(text)).toMatchObject({ page: { status: 200 } });
    expect(payloadOf(text)).not.toHaveProperty('boot');
    await unowned.end();
  });
});
