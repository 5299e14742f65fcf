import { join } from 'node:path';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { SqliteDatabase } from '#sqlite';
import supertest from 'supertest';
import { hold } from '../../../test/support/hold.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { IssueListService } from '../src/features/triage/issue-list/issue-list.service.ts';
import { openReportSink } from './support/report-sink.ts';
import { startSpecRenderer } from './support/spec-renderer.ts';

describe('a page that fails', () => {
  const sink = hold(openReportSink);
  const renderer = hold(() => startSpecRenderer({ MONITORING_DSN: sink.dsn }));
  let lines: string[];

  beforeAll(async () => {
    jest
      .spyOn(renderer.app.get(IssueListService, { strict: false }), 'list')
      .mockImplementation(() => Promise.reject(new Error('a secret of the server')));
    lines = [];
    const note = (line: unknown): unknown => lines.push(String(line));
    Logger.overrideLogger({ log: note, warn: note, error: note });
  });

  it('is reported once, with the digest and the trace id of its document', async () => {
    const answer = await supertest(renderer.app.getHttpServer())
      .get('/issues')
      .set({ Accept: 'text/html', ...renderer.pass })
      .expect(500);
    const digest = /Digest: (?:<!-- -->)?(?<digest>\d+)/.exec(answer.text)?.groups?.['digest'];
    const meta = /<meta name="sentry-trace" content="(?<trace>[0-9a-f]{32})-/.exec(answer.text);
    const trace = meta?.groups?.['trace'] ?? 'none';
    expect(answer.text).not.toContain('a secret of the server');
    renderer.monitoring.report(new Error('a later one'), { digest: '1' });
    await eventually('a later one', () => sink.bodies.some((body) => body.includes('a later one')));
    const reports = (): string[] => sink.bodies.filter((body) => body.includes(trace));
    // Each report has a connection of its own and may arrive after a report that was sent later.
    await eventually('the report', () => reports().length > 0);
    expect(reports()).toHaveLength(1);
    const event: unknown = JSON.parse(reports()[0]?.split('\n')[2] ?? '');
    expect(event).toMatchObject({ tags: { digest }, contexts: { trace: { trace_id: trace } } });
    expect(event).not.toHaveProperty('request.data');
  });

  it('allows the browser to connect only to Errata and to the monitoring service', async () => {
    const { headers } = await supertest(renderer.app.getHttpServer()).get('/issues');
    const origin = new URL(sink.dsn).origin;
    expect(headers['content-security-policy']).toContain(`connect-src 'self' ${origin};`);
  });
});

describe('a page while the database is away', () => {
  it('answers 503 with Retry-After, the reason and a digest', async () => {
    const renderer = await startSpecRenderer();
    const database = new SqliteDatabase(join(renderer.dataDir, 'errata.sqlite'));
    database.exec('alter table issues rename to issues_that_are_elsewhere');
    database.close();
    Logger.overrideLogger(false);
    const answer = await supertest(renderer.app.getHttpServer())
      .get('/issues')
      .set({ Accept: 'text/html', ...renderer.pass })
      .expect(503)
      .expect('Retry-After', '5');
    expect(answer.text).toContain('The database does not answer.');
    expect(answer.text).toMatch(/Digest: \d+/);
    await renderer.end();
  });
});
