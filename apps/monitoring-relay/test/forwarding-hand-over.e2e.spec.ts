import { expect, it } from '@jest/globals';
import { listChildren } from '../../../test/support/child-processes.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { RelayProcess } from './support/relay-process.ts';
import { ReportStream } from './support/report-stream.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';
import { UpstreamDouble } from './support/upstream-double.ts';

const KEY = 'handover';

it('a relay that only forwards hands over while its upstream is away: every report arrives once', async () => {
  const upstream = await new UpstreamDouble().open();
  upstream.answer = () => ({ status: 503 });
  const env = {
    ERRATA_PROJECTS: `app=1:${KEY}`,
    LOG_LEVEL: 'error',
    RELAY_MODE: 'forward',
    UPSTREAM_DSN: upstream.dsn,
  };
  const dataDir = createTemporaryFolder({ onDisk: true });
  const relay = await RelayProcess.start({ dataDir, env, isSupervised: true });
  const url = `${relay.url}/api/1/envelope/?sentry_key=${KEY}`;
  const stream = new ReportStream({ url, senders: 4 });
  await eventually('reports', () => stream.acknowledged.length >= 30);
  await relay.renew();
  await stream.stop();
  await eventually('the old one to leave', () => listChildren(relay.pid).length === 1);
  upstream.answer = () => ({});
  await eventually('all of it', () => {
    return new Set(upstream.eventIds).size === stream.acknowledged.length;
  });
  expect(await relay.terminate()).toBe(0);
  expect(stream.failures).toEqual([]);
  expect(new Set(upstream.eventIds)).toEqual(new Set(stream.acknowledged));
  expect(upstream.eventIds).toHaveLength(stream.acknowledged.length);
});
