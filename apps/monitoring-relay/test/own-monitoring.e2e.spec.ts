import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { readFailures } from './support/stored-failures.ts';
import * as sdk from '@sentry/nestjs';
import { createStores, openDatabase } from '#product';
import { monitoringLimits } from '#shared';
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
  it('becomes an issue of project errata, through its own tunnel', async () => {
    const relay = await startRelay({ MONITORING_DSN: '' });
    relay.parts.monitoring.report(new RangeError('met while cleaning up'));
    const issue = await eventually('the issue', () => findIssue(relay.dataDir, 'errata'));
    expect(issue).toMatchObject({ type: 'RangeError', value: 'met while cleaning up' });
  });

  it('met while a report is processed is reported, but not when that is one of its own', async () => {
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

describe('how Errata monitors itself', () => {
  it('keeps the last breadcrumbs, and so many reports in flight', async () => {
    const { bodies, url, answer } = await startSink();
    const dsn = `${url.replace('://', `://${publicKey}@`)}/1`;
    const clock = new ClockDouble();
    const monitoring = new SentryMonitoring({
      findTarget: () => ({ dsn }),
      release: 'errata@spec',
      environment: 'test',
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

async function findIssue(dataDir: string, project: string) {
  const database = openDatabase({ dataDir });
  const issues = await createStores(database).issues.list({ limit: 10 });
  await database.close();
  return issues.find(({ projectSlug }) => projectSlug === project);
}
