import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RelayProcess } from '../apps/monitoring-relay/test/support/relay-process.ts';
import { ReportStream } from '../apps/monitoring-relay/test/support/report-stream.ts';
import { compareWithAcknowledged } from '../apps/monitoring-relay/test/support/stored-events.ts';
import { root } from '../scripts/support/root.mjs';
import { Command } from './support/command.ts';
import { eventually } from './support/eventually.ts';
import { findFreePorts } from './support/free-ports.ts';
import { ask } from './support/http.ts';

jest.setTimeout(120_000);

const ROUNDS = 3;
const KEY = 'killspec';

describe('reports that stream in through the renderer', () => {
  let dataDir: string;
  let port: number;
  let relayPort: number;
  let renderers: Command[];

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'errata-kill-'));
    [port, relayPort] = (await findFreePorts(2)) as [number, number];
    renderers = [];
  });

  afterEach(async () => {
    for (const renderer of renderers) renderer.signal('SIGKILL');
    await Promise.all(renderers.map(({ closed }) => closed));
    rmSync(dataDir, { recursive: true });
  });

  function startRelay(): Promise<RelayProcess> {
    const env = { ERRATA_PROJECTS: `app=1:${KEY}`, LOG_LEVEL: 'error' };
    return RelayProcess.start({ dataDir, port: relayPort, env });
  }

  async function startRenderer(): Promise<Command> {
    const renderer = new Command(process.execPath, ['dist/apps/renderer/src/main.js'], {
      cwd: root,
      env: {
        NODE_ENV: 'production',
        PORT: String(port),
        RELAY_URL: `http://127.0.0.1:${relayPort}`,
        DATA_DIR: dataDir,
        MONITORING_DSN: 'off',
        ERRATA_PROJECTS: `app=1:${KEY}`,
      },
    });
    renderers.push(renderer);
    await eventually(
      'a ready renderer',
      async () => (await ask(`http://127.0.0.1:${port}/health/ready`)).status === 200,
    );
    return renderer;
  }

  function openStream(): ReportStream {
    return new ReportStream({
      url: `http://127.0.0.1:${port}/api/1/envelope/?sentry_key=${KEY}`,
      senders: 8,
    });
  }

  it('are there once when they were acknowledged, whichever of the two is killed', async () => {
    const acknowledged: string[] = [];
    let relay = await startRelay();
    let renderer = await startRenderer();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const stream = openStream();
      await eventually('reports', () => stream.acknowledged.length >= 20 * round + 3);
      await relay.kill();
      // The renderer stays, answers for the relay, and finds the next one by itself.
      expect((await ask(`http://127.0.0.1:${port}/health/live`)).status).toBe(200);
      relay = await startRelay();
      const before = stream.acknowledged.length;
      await eventually('reports again', () => stream.acknowledged.length >= before + 20);
      renderer.signal('SIGKILL');
      await renderer.closed;
      await stream.stop();
      acknowledged.push(...stream.acknowledged);
      renderer = await startRenderer();
    }
    await relay.drained();
    expect(await relay.terminate()).toBe(0);
    expect(acknowledged.length).toBeGreaterThan(40 * ROUNDS);
    expect(compareWithAcknowledged(dataDir, acknowledged)).toEqual({
      missing: [],
      twice: [],
      miscounted: [],
    });
  });
});
