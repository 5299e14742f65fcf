import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { readFailures } from './support/stored-failures.ts';
import * as sdk from '@sentry/nestjs';
import { readPayload } from '#events';
import { createStores, openDatabase } from '#product';
import type { Stores } from '#product';
import { monitoringLimits } from '#shared';
import type { NormalisedEvent } from '#shared';
import { RecentLines } from '#telemetry';
import { ClockDouble } from '#telemetry/testing';
import { eventually } from '../../../test/support/eventually.ts';
import { SentryMonitoring } from '../src/monitoring/sentry-monitoring.ts';
import { createEnvelope } from './support/envelopes.ts';
import { publicKey, startRelay } from './support/started-relay.ts';

const servers: Server[] = [];

afterEach(async () => {
  await sdk.close(1);
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

describe('an error of the relay itself', () => {
  it('becomes an issue of project errata, through the relay’s own tunnel', async () => {
    const relay = await startRelay({ MONITORING_DSN: '' });
    relay.parts.monitoring.report(new RangeError('met while cleaning up'));
    const issue = await eventually('the issue', () => findIssue(relay.dataDir, 'errata'));
    expect(issue).toMatchObject({ type: 'RangeError', value: 'met while cleaning up' });
  });

  it('has earlier log lines as breadcrumbs, and later ones as logs of its trace', async () => {
    const relay = await startRelay();
    const dsn = await relay.getDsn('errata');
    const lines = new RecentLines();
    const monitoring = new SentryMonitoring({
      findTarget: () => ({ dsn, tunnel: `${relay.url}/monitoring` }),
      release: 'errata@spec',
      environment: 'test',
      lines,
    });
    lines.note({ level: 'warn', context: 'Disk', msg: 'the disk is slow', fields: {} });
    monitoring.report(new RangeError('met after that'));
    const { stores } = relay.parts;
    const issue = await eventually('the issue', () => findIssue(relay.dataDir, 'errata'));
    const event = await readNewest(stores, issue.id);
    expect(event.breadcrumbs).toMatchObject([{ category: 'Disk', message: 'the disk is slow' }]);
    lines.note({ level: 'error', context: 'Disk', msg: 'the disk is full', fields: {} });
    await monitoring.close();
    const projects = new Map([[event.projectId, 'errata']]);
    const [log] = await eventually('the log', async () => {
      const { logs } = await stores.logs.search({ projects, search: [], nowMs: Date.now() });
      return logs.length > 0 && logs;
    });
    expect(log).toMatchObject({ level: 'error', body: 'the disk is full', traceId: event.traceId });
    expect(log!.attributes).toMatchObject({ 'logger.name': 'Disk', 'sentry.environment': 'test' });
  });

  it('is sent to monitoring during processing, unless the report is of Errata’s own project', async () => {
    const relay = await startRelay({ MONITORING_DSN: '' });
    const { record } = relay.parts.stores.reports;
    const { reports } = relay.parts.stores;
    reports.record = async (batch) => {
      if (batch.some(({ events }) => events[0]?.grouping.value === 'poison'))
        throw new Error('No.');
      return record.call(reports, batch);
    };
    const poison = { message: 'poison' };
    const send = async (dsn: string): Promise<void> => {
      const body = createEnvelope({ dsn, event: poison });
      const answer = await fetch(`${relay.url}/monitoring`, { method: 'POST', body });
      expect(answer.status).toBe(200);
    };
    await send(await relay.getDsn('errata'));
    await relay.drained();
    await send(await relay.getDsn('app'));
    const issue = await eventually('the issue', () => findIssue(relay.dataDir, 'errata'));
    // The issue has exactly one event. The other poisoned report was processed first and was not
    // counted.
    expect(issue).toMatchObject({ value: 'No.', events: 1 });
    await eventually('both to be set aside', async () => readFailures(relay.dataDir).length === 2);
  });
});

describe('the monitoring of the relay', () => {
  it('keeps a set number of breadcrumbs and of reports in flight', async () => {
    const { bodies, url, answer } = await startSink();
    const dsn = `${url.replace('://', `://${publicKey}@`)}/1`;
    const clock = new ClockDouble();
    const monitoring = new SentryMonitoring({
      findTarget: () => ({ dsn }),
      release: 'errata@spec',
      environment: 'test',
      lines: new RecentLines(),
      clock,
    });
    monitoring.report(new Error('first'));
    await eventually('the first report', () => bodies.length === 1);
    for (let count = 0; count < monitoringLimits.breadcrumbs + 50; count += 1) {
      sdk.addBreadcrumb({ message: `crumb ${count}` });
    }
    for (let count = 1; count < monitoringLimits.sendBuffer + 20; count += 1) {
      const handedOver = new Promise<void>((resolve) => {
        const stop = sdk.getClient()?.on('beforeEnvelope', () => {
          stop?.();
          resolve();
        });
      });
      // The test checks the SDK's limits, not the relay's own limit on reports per minute.
      clock.ms += 60_000;
      monitoring.report(new Error(`error ${count}`));
      await handedOver;
    }
    answer();
    await monitoring.close();
    expect(bodies).toHaveLength(monitoringLimits.sendBuffer);
    const event = JSON.parse(bodies[1]!.split('\n')[2]!) as sdk.Event;
    expect(event.breadcrumbs).toHaveLength(monitoringLimits.breadcrumbs);
    expect(event.breadcrumbs?.at(-1)?.message).toBe(`crumb ${monitoringLimits.breadcrumbs + 49}`);
    expect(event.request).toBeUndefined();
  });

  async function startSink() {
    const bodies: string[] = [];
    const waiting: ServerResponse[] = [];
    let isAnswering = false;
    const take = (request: IncomingMessage, response: ServerResponse): void => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        bodies.push(body);
        if (isAnswering) response.end('{}');
        else waiting.push(response);
      });
    };
    const server = createServer(take).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return {
      bodies,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      answer: (): void => {
        isAnswering = true;
        for (const response of waiting.splice(0)) response.end('{}');
      },
    };
  }
});

async function readNewest(stores: Stores, issueId: number): Promise<NormalisedEvent> {
  const found = await stores.events.find(issueId);
  return readPayload(found!.payload!.json);
}

async function findIssue(dataDir: string, project: string) {
  const database = openDatabase({ dataDir });
  const issues = await createStores(database).issues.list({ limit: 10 });
  await database.close();
  return issues.find(({ projectSlug }) => projectSlug === project);
}
