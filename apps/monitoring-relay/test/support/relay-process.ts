import { join } from 'node:path';
import { afterAll, afterEach } from '@jest/globals';
import { untilDrained } from '../../../../scripts/support/drained.mjs';
import { NO_BOUNDS } from '../../../../scripts/support/no-bounds.mjs';
import { Program } from '../../../../scripts/support/program.mjs';
import { root } from '../../../../scripts/support/root.mjs';
import { findFreePorts } from '../../../../test/support/free-ports.ts';
import { METRICS_TOKEN } from '../../../../test/support/metrics.ts';
import { createEnvelope, publicKey } from './envelopes.ts';

const ENTRIES = join(root, 'dist/apps/monitoring-relay/src');

export interface RelayProcessOptions {
  readonly dataDir: string;
  readonly port: number;
  readonly env?: Readonly<Record<string, string>>;
  /** A command that runs `node`, such as a tracer, with its arguments. */
  readonly under?: readonly string[];
  readonly isSupervised?: boolean;
  /** True when all tests of a file share the relay, which is killed after the last test. */
  readonly isShared?: boolean;
}

const running = new Set<RelayProcess>();

/** Leaves out the environment of this process, because Jest's options do not suit the relay. */
export function toRelayEnvironment({
  dataDir,
  port,
  env = {},
}: Pick<RelayProcessOptions, 'dataDir' | 'port' | 'env'>): NodeJS.ProcessEnv {
  return {
    ...NO_BOUNDS,
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    RELAY_PORT: String(port),
    DATA_DIR: dataDir,
    ERRATA_PROJECTS: `app=1:${publicKey}`,
    MONITORING_DSN: 'off',
    METRICS_TOKEN,
    ...env,
  };
}

afterEach(async () => {
  const own = [...running].filter(({ isShared }) => !isShared);
  await Promise.all(own.map((relay) => relay.kill()));
});

afterAll(async () => {
  await Promise.all([...running].map((relay) => relay.kill()));
});

export class RelayProcess extends Program {
  readonly isShared: boolean;
  private readonly port: number;

  constructor(options: RelayProcessOptions) {
    const { under = [], isSupervised = false } = options;
    const entry = join(ENTRIES, isSupervised ? 'supervised.js' : 'main.js');
    super([...under, process.execPath, entry], { env: toRelayEnvironment(options) });
    this.isShared = options.isShared ?? false;
    this.port = options.port;
    running.add(this);
  }

  static async start(
    options: Omit<RelayProcessOptions, 'port'> & { port?: number },
  ): Promise<RelayProcess> {
    const port = options.port ?? (await findFreePorts(1))[0]!;
    const relay = new RelayProcess({ ...options, port });
    await relay.ready();
    return relay;
  }

  override get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Takes the envelopes of project `app`. */
  get address(): string {
    return `${this.url}/api/1/envelope/?sentry_key=${publicKey}`;
  }

  send(body: string | Buffer = createEnvelope(), headers = {}): Promise<Response> {
    return fetch(this.address, { method: 'POST', body: body as BodyInit, headers });
  }

  async renew(): Promise<void> {
    const written = this.printed.length;
    this.signal('SIGHUP');
    await this.untilPrinted('takes over', written);
  }

  async ready(): Promise<void> {
    const isReady = (): Promise<boolean> =>
      fetch(`${this.url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    await this.until('being ready', isReady);
  }

  async drained(withinMs = 90_000): Promise<void> {
    await untilDrained(this.url, METRICS_TOKEN, { withinMs });
  }

  /** Resolves with the exit code, or the name of the signal that ended the relay. */
  async exitCode(): Promise<number | string> {
    const ending = await this.untilEnded();
    running.delete(this);
    return ending;
  }

  terminate(): Promise<number | string> {
    this.signal('SIGTERM');
    return this.exitCode();
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.exitCode();
  }
}
