import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { Clock, Scheduler } from '#shared';
import type { RendererConfig } from '../../../config/renderer-config.ts';
import type { ProjectsService } from '../../projects/projects/index.ts';
import { TestErrors } from './test-errors.ts';

const NOW_MS = Date.UTC(2026, 10, 26, 12);

class Noon extends Clock {
  override nowMs(): number {
    return NOW_MS;
  }
}

class AtOnce extends Scheduler {
  override runAfter(_: number, task: () => void): () => void {
    queueMicrotask(task);
    return () => undefined;
  }
}

async function openRelay(statuses: readonly number[]) {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    response.statusCode = statuses[Math.min(bodies.length, statuses.length - 1)]!;
    bodies.push(`${request.url} ${String(request.headers['x-sentry-auth'])}\n${text}`);
    response.end('{}');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const end = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url, bodies, end };
}

function createTestErrors(relayUrl: string, dsn = 'http://abc@errata.example/3'): TestErrors {
  const projects = {
    listDsns: () => Promise.resolve(dsn ? [{ project: 'app', dsn, tunnel: '/monitoring' }] : []),
  };
  return new TestErrors(
    projects as unknown as ProjectsService,
    { relayUrl } as RendererConfig,
    new Noon(),
    new AtOnce(),
  );
}

it('TestErrors sends an event by the key of the project, and again while the relay refuses the key', async () => {
  const relay = await openRelay([403, 403, 200]);
  expect(await createTestErrors(relay.url).send(3)).toEqual({ ok: true });
  expect(relay.bodies).toHaveLength(3);
  const [head = '', envelope = '', item = '', payload = ''] = relay.bodies[2]!.split('\n');
  expect(head).toMatch(/^\/api\/3\/envelope\/ .*sentry_key=abc,/);
  const event = JSON.parse(payload) as Record<string, unknown>;
  expect(JSON.parse(item)).toEqual({ type: 'event', length: Buffer.byteLength(payload) });
  expect(JSON.parse(envelope)).toMatchObject({ event_id: event['event_id'] });
  expect(event).toMatchObject({
    timestamp: NOW_MS / 1000,
    tags: { sample: 'yes' },
    exception: { values: [{ type: 'TestError' }] },
  });
  expect(new Set(relay.bodies).size).toBe(1);
  relay.end();
});

it.each([
  ['too many', [429], 1],
  ['refused', [403], 6],
])('TestErrors gives up with "%s" when the relay answers %j', async (why, statuses, tries) => {
  const relay = await openRelay(statuses);
  expect(await createTestErrors(relay.url).send(3)).toEqual({ ok: false, why });
  expect(relay.bodies).toHaveLength(tries);
  relay.end();
});

it('TestErrors reports that no relay answers, or that the project has no key', async () => {
  const relay = await openRelay([200]);
  relay.end();
  const noAnswer = await createTestErrors(relay.url).send(3);
  expect(noAnswer).toEqual({ ok: false, why: 'no answer' });
  const noKey = await createTestErrors(relay.url, '').send(3);
  expect(noKey).toEqual({ ok: false, why: 'no key' });
});
