import { beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import request from 'supertest';
import { ErrataError } from '#shared';
import { eventually } from '../../../test/support/eventually.ts';
import { asReader, findSample, readMetrics } from '../../../test/support/metrics.ts';
import { KeyMirror } from '../src/keys/key-mirror.ts';
import { Monitoring } from '../src/monitoring/monitoring.ts';
import { SqliteSpool } from '../src/spool/sqlite-spool.ts';
import { MonitoringLog } from './support/doubles.ts';
import { startRelay } from './support/started-relay.ts';
import type { StartedRelay } from './support/started-relay.ts';

const REPORT = '{}\n{"type":"event"}\n{"message":"kept"}';

describe('the metrics of a relay', () => {
  let relay: StartedRelay;

  beforeEach(async () => {
    relay = await startRelay();
  });

  it('count accepted and refused reports, by reason', async () => {
    await relay.send(REPORT).expect(200);
    await relay.send(REPORT).expect(200);
    await relay.send(REPORT, { key: 'unknown' }).expect(403);
    await relay.send('no envelope').expect(400);
    const metrics = await readMetrics(relay.url);
    const count = (labels: object) => findSample(metrics, 'errata_relay_reports_total', labels);
    expect(count({ outcome: 'accepted', reason: '' })).toBe(2);
    expect(count({ outcome: 'refused', reason: 'report.key_unknown' })).toBe(1);
    expect(count({ outcome: 'refused', reason: 'envelope.malformed' })).toBe(1);
  });

  it('time answers by the pattern of their route', async () => {
    await relay.send(REPORT).expect(200);
    await relay.send(REPORT, { key: 'unknown' }).expect(403);
    await request(relay.url).options('/api/1/envelope/').expect(204);
    await request(relay.url).get('/nowhere/12345').expect(404);
    const counted = async (): Promise<(number | undefined)[]> => {
      const metrics = await readMetrics(relay.url);
      return [
        ['/api/:project/envelope', '2xx'],
        ['/api/:project/envelope', '4xx'],
        ['preflight', '2xx'],
        ['none', '4xx'],
      ].map(([route, status_class]) =>
        findSample(metrics, 'errata_relay_answer_seconds_count', { route, status_class }),
      );
    };
    // The relay's answer to a refused report ends only when the client has read it.
    await eventually('all answers', async () => !(await counted()).includes(undefined));
    expect(await counted()).toEqual([1, 1, 1, 1]);
  });

  it('time the processing of reports, and count them in batches', async () => {
    await relay.send(REPORT).expect(200);
    await relay.drained();
    const metrics = await readMetrics(relay.url);
    const consumer = 'processing';
    const recorded = { consumer, outcome: 'recorded' };
    expect(findSample(metrics, 'errata_relay_batch_reports_sum', { consumer })).toBe(1);
    expect(findSample(metrics, 'errata_relay_processing_seconds_count', { consumer })).toBe(1);
    expect(findSample(metrics, 'errata_relay_delay_seconds_count', { consumer })).toBe(1);
    expect(findSample(metrics, 'errata_relay_processed_reports_total', recorded)).toBe(1);
  });

  it('count runs and failures of each job, its duration and its last success', async () => {
    const find = async (name: string, job: string) =>
      findSample(await readMetrics(relay.url), `errata_relay_job_${name}`, { job });
    const jobs = [
      ['stalled-bodies', 'spool-files', 'spool-space', 'spool-tallies', 'free-disk'],
      ['forward-bounds', 'left-forwards'],
      ['keys', 'stored-bytes', 'intake-tally', 'left-spools', 'unwanted-spans'],
      ['forget-settled', 'awaiting-files', 'deleted-issues', 'old-outcomes'],
    ].flat();
    for (const job of jobs) {
      await eventually(job, async () => ((await find('runs_total', job)) ?? 0) > 0);
      expect(await find('failures_total', job)).toBe(0);
      expect(await find('last_run_seconds', job)).toBeGreaterThanOrEqual(0);
      const succeededMs = ((await find('last_success_timestamp_seconds', job)) ?? 0) * 1000;
      expect(Math.abs(Date.now() - succeededMs)).toBeLessThan(60_000);
    }
  });

  it('count a failed job as failed', async () => {
    const { outcomes } = relay.parts.stores;
    outcomes.add = () => Promise.reject(new ErrataError('database.unavailable'));
    await relay.send('no envelope').expect(400);
    const count = async () =>
      findSample(await readMetrics(relay.url), 'errata_relay_job_failures_total', {
        job: 'intake-tally',
      });
    await eventually('a failure', async () => ((await count()) ?? 0) > 0);
  });

  it('give the number and age of waiting reports', async () => {
    const idle = await startRelay({}, { product: { modules: [] } });
    await idle.send(REPORT).expect(200);
    const metrics = await readMetrics(idle.url);
    const labels = { consumer: 'processing' };
    expect(findSample(metrics, 'errata_relay_queue_reports', labels)).toBe(1);
    expect(findSample(metrics, 'errata_relay_queue_oldest_seconds', labels)).toBeGreaterThan(0);
    expect(findSample(metrics, 'errata_relay_queue_bytes', labels)).toBeGreaterThan(
      REPORT.length / 2,
    );
    expect(findSample(metrics, 'errata_relay_taking_reports', {})).toBe(1);
    expect(findSample(metrics, 'errata_relay_database_up', {})).toBe(1);
  });

  it('leave the queue out when the spool fails, and keep the rest', async () => {
    relay.app.get<SqliteSpool>(SqliteSpool).getQueueState = () => {
      throw new Error('damaged');
    };
    const metrics = await readMetrics(relay.url);
    expect(findSample(metrics, 'errata_relay_queue_reports', {})).toBeUndefined();
    expect(findSample(metrics, 'errata_relay_taking_reports', {})).toBe(1);
  });

  it('say when the database is away', async () => {
    Object.defineProperty(relay.app.get(KeyMirror), 'isDatabaseAnswering', { value: false });
    const metrics = await readMetrics(relay.url);
    expect(findSample(metrics, 'errata_relay_database_up', {})).toBe(0);
  });
});

describe('the /metrics route of a relay', () => {
  it('answers nobody without METRICS_TOKEN, this machine included', async () => {
    const { url } = await startRelay({ METRICS_TOKEN: '' });
    await request(url).get('/metrics').expect(404);
    await request(url).get('/metrics').set(asReader).expect(404);
  });

  it('answers a caller with the token, but no page that is open there', async () => {
    const { url } = await startRelay();
    const answer = await request(url)
      .get('/metrics')
      .set(asReader)
      .set('Origin', 'https://evil.example');
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    await request(url).post('/metrics').set(asReader).expect(405);
    await request(url).head('/metrics').set(asReader).expect(200);
    await request(url).get('/metrics').expect(404);
    await request(url)
      .get('/metrics')
      .set('Authorization', 'Bearer guessed')
      .expect(401)
      .expect('WWW-Authenticate', /^Bearer/);
  });
});

describe('a request that fails', () => {
  it('is found in the log by the request id of its answer and of its error report', async () => {
    const reports: { error: unknown; requestId: string | undefined }[] = [];
    class NotingMonitoring extends Monitoring {
      protected override send(error: unknown, requestId?: string): void {
        reports.push({ error, requestId });
      }

      override close(): Promise<void> {
        return Promise.resolve();
      }
    }
    const relay = await startRelay({}, { monitoring: new NotingMonitoring() });
    const lines: unknown[] = [];
    const note = (line: unknown): unknown => lines.push(line);
    Logger.overrideLogger({ log: note, warn: note, error: note });
    relay.app.get<SqliteSpool>(SqliteSpool).append = () => Promise.reject(new Error('broken'));
    const traceId = 'a'.repeat(32);
    await relay
      .send(REPORT)
      .set('X-Request-Id', 'from-the-renderer')
      .set('sentry-trace', `${traceId}-${'b'.repeat(16)}`)
      .expect(500)
      .expect('X-Request-Id', 'from-the-renderer');
    expect(lines).toEqual([
      { msg: expect.stringContaining('broken'), requestId: 'from-the-renderer', traceId },
    ]);
    expect(reports).toEqual([{ error: new Error('broken'), requestId: 'from-the-renderer' }]);
  });

  it('is only counted, not logged or sent to monitoring, when it is refused', async () => {
    const monitoring = new MonitoringLog();
    const relay = await startRelay({}, { monitoring });
    const lines: unknown[] = [];
    const note = (line: unknown): unknown => lines.push(line);
    Logger.overrideLogger({ log: note, warn: note, error: note });
    relay.app.get<SqliteSpool>(SqliteSpool).append = () =>
      Promise.reject(new ErrataError('spool.unavailable'));
    for (let report = 0; report < 3; report += 1) await relay.send(REPORT).expect(503);
    await relay.send(REPORT, { key: 'unknown' }).expect(403);
    expect(lines).toEqual([
      expect.stringContaining('Reports are refused'),
      expect.stringContaining('a key that is unknown or disabled'),
    ]);
    expect(monitoring.errors).toEqual([]);
    const metrics = await readMetrics(relay.url);
    const unwritable = { outcome: 'refused', reason: 'spool.unavailable' };
    expect(findSample(metrics, 'errata_relay_reports_total', unwritable)).toBe(3);
  });
});
