import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach } from '@jest/globals';
import { NO_BOUNDS } from '../../../../scripts/support/no-bounds.mjs';
import { eventually } from '../../../../test/support/eventually.ts';
import { findFreePorts } from '../../../../test/support/free-ports.ts';
import { asReader, METRICS_TOKEN } from '../../../../test/support/metrics.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const ENTRIES = join(ROOT, 'dist/apps/monitoring-relay/src');

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

export class RelayProcess {
  readonly url: string;
  output = '';
  readonly isShared: boolean;
  private readonly child: ChildProcess;
  private readonly ended: Promise<unknown>;

  constructor(options: RelayProcessOptions) {
    const { dataDir, port, env = {}, under = [], isSupervised = false } = options;
    this.isShared = options.isShared ?? false;
    this.url = `http://127.0.0.1:${port}`;
    const [command, ...args] = [
      ...under,
      process.execPath,
      join(ENTRIES, isSupervised ? 'supervised.js' : 'main.js'),
    ];
    this.child = spawn(command, args, {
      cwd: ROOT,
      env: toRelayEnvironment({ dataDir, port, env }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk) => (this.output += String(chunk)));
    }
    this.ended = once(this.child, 'close');
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

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async renew(): Promise<void> {
    const written = this.output.length;
    this.child.kill('SIGHUP');
    await eventually('a new relay', () => this.output.slice(written).includes('takes over'));
  }

  async ready(): Promise<void> {
    await eventually('a ready relay', async () => {
      if (this.child.exitCode !== null) throw new Error(`The relay ended: ${this.output}`);
      return fetch(`${this.url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    });
  }

  async drained(deadlineMs?: number): Promise<void> {
    const isDrained = async (): Promise<boolean> => {
      const answer = await fetch(`${this.url}/health/ready`, { headers: asReader });
      return ((await answer.json()) as { queue: { depth: number } }).queue.depth === 0;
    };
    await eventually('an empty queue', isDrained, deadlineMs);
  }

  /** Resolves with the exit code, or null when a signal ended the relay. */
  async exitCode(): Promise<number | null> {
    await this.ended;
    running.delete(this);
    return this.child.exitCode;
  }

  async terminate(): Promise<number | null> {
    this.child.kill('SIGTERM');
    return this.exitCode();
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exitCode();
  }
}
