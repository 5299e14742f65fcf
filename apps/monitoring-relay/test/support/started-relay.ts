import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import request from 'supertest';
import { silenceLog } from './silence-log.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { METRICS_TOKEN } from '../../../../test/support/metrics.ts';
import { readRelayConfig } from '../../src/config/relay-config.ts';
import { createRelay, type Relay } from '../../src/create-relay.ts';
import { IntakeTally } from '../../src/intake/intake-tally.ts';
import { product } from '../../src/product.ts';
import type { RelayParts } from '../../src/relay-parts.ts';
import { SqliteSpool } from '../../src/spool/sqlite-spool.ts';
import { createEnvelope, publicKey } from './envelopes.ts';
import { putDatabase } from './put-database.ts';
import { readOutcomes } from './stored-outcomes.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

export interface StartedRelay extends Relay {
  /**
   * A relay that only forwards has no `database` and no `stores`, so its specs must not use them.
   */
  readonly parts: RelayParts & Required<Pick<RelayParts, 'database' | 'stores'>>;
  readonly url: string;
  readonly dataDir: string;
  readonly spool: SqliteSpool;
  getDsn(slug: string): Promise<string>;
  /** Posts an envelope, by default a new one, to a project with a key of it, by default `app`. */
  send(
    body?: string | Buffer,
    to?: { readonly project?: number; readonly key?: string },
  ): request.Test;
  drained(): Promise<void>;
  /** Resolves when no report waits to be forwarded. */
  forwarded(): Promise<void>;
  /** Resolves with the lines of `readOutcomes` once so many items are counted. */
  counted(items: number): Promise<string[]>;
}

export { publicKey };

const started: Relay[] = [];

afterEach(async () => {
  for (const relay of started.splice(0)) await relay.close();
});

/**
 * Starts a relay on a free port, with the projects `app` (1, `publicKey`) and `errata`. The relay
 * closes after the test.
 */
export async function startRelay(
  variables: Record<string, string> = {},
  parts: Partial<RelayParts> = {},
): Promise<StartedRelay> {
  const relay = await start(variables, parts);
  started.push(relay);
  return relay;
}

/**
 * Starts one relay for all tests of a suite, and closes it after the last one. Each test gets it by
 * `use` before it begins, so a test may start another one for itself.
 */
export function shareRelay(
  use: (relay: StartedRelay) => void,
  variables: Record<string, string> = {},
  parts: Partial<RelayParts> = {},
): void {
  let shared: StartedRelay | undefined;
  beforeAll(async () => {
    const DATA_DIR = createTemporaryFolder({ isShared: true });
    shared = await start({ DATA_DIR, ...variables }, parts);
  });
  beforeEach(() => use(shared!));
  afterAll(() => shared?.close());
}

async function start(
  variables: Record<string, string>,
  parts: Partial<RelayParts>,
): Promise<StartedRelay> {
  const dataDir = variables['DATA_DIR'] ?? createTemporaryFolder();
  const config = readRelayConfig({
    DATA_DIR: dataDir,
    RELAY_PORT: '0',
    ERRATA_PROJECTS: `app=1:${publicKey}`,
    MONITORING_DSN: 'off',
    LOG_LEVEL: 'error',
    METRICS_TOKEN,
    ...variables,
  });
  if (config.mode !== 'forward' && config.databaseUrl === undefined) await putDatabase(dataDir);
  const inPlace = (await product.inPlace?.()) ?? product;
  const ofMode = config.mode === 'forward' ? {} : { product: inPlace };
  const relay = await createRelay(config, { ...ofMode, ...parts });
  silenceLog();
  try {
    await relay.listen();
  } catch (error) {
    await relay.close();
    throw error;
  }
  const spool = relay.app.get<SqliteSpool>(SqliteSpool);
  const url = relay.url!;
  const drained = async () => {
    await eventually('an empty queue', async () => (await spool.getQueueState(0)).depth === 0);
  };
  return {
    ...relay,
    parts: relay.parts as StartedRelay['parts'],
    url,
    dataDir,
    spool,
    getDsn: (slug) => findDsn(relay.parts as StartedRelay['parts'], slug, url),
    send: (body = createEnvelope(), { project = 1, key = publicKey } = {}) =>
      request(url)
        .post(`/api/${project}/envelope/?sentry_key=${key}`)
        .type('application/x-sentry-envelope')
        .send(body as string),
    drained,
    forwarded: async () => {
      await eventually('nothing owed', () => spool.forwards.amount.reports === 0);
    },
    counted: async (items) => {
      await eventually(`${items} counted items`, async () => {
        await relay.app.get(IntakeTally).write();
        await spool.queueTallies();
        return readOutcomes(dataDir).quantity >= items;
      });
      await drained();
      return readOutcomes(dataDir).lines;
    },
  };
}

async function findDsn(
  { stores }: StartedRelay['parts'],
  slug: string,
  url: string,
): Promise<string> {
  const projects = await stores.projects.list();
  const id = projects.find((project) => project.slug === slug)?.id;
  const key = (await stores.projects.listKeys()).find(({ projectId }) => projectId === id);
  return `${url.replace('://', `://${key?.publicKey}@`)}/${id}`;
}
