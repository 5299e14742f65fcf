import { join } from 'node:path';
import { launchRelay, launchRenderer } from '../../bench/processes/errata.mjs';
import { findFreePorts } from '../../bench/processes/free-ports.mjs';

const PRELOAD = join(import.meta.dirname, 'names.preload.mjs');
const NAME = 'relays.prove';
const ADDRESSES = ['127.0.0.1', '127.0.0.2'];

/**
 * Two relays and two renderers on one PostgreSQL, as `docker compose up --scale` starts them: relays share a volume,
 * and renderers know all of them by one name.
 */
export class Replicas {
  #launch;
  /** @type {Map<string, import('../../bench/processes/server.mjs').Server>} */
  #servers = new Map();
  /** Told when a relay is to end, and when it has. @type {(ended: Promise<unknown>) => void} */
  onRelayEnding = () => {};

  /**
   * @param {{ dataDir: string, databaseUrl: string }} place
   * @param {readonly number[]} ports
   */
  constructor({ dataDir, databaseUrl }, [relayPort, ...rendererPorts]) {
    const common = { MONITORING_DSN: 'off', DATABASE_URL: databaseUrl };
    const relays = ADDRESSES.map((host, index) => {
      const settings = { ...common, HOST: host, RELAY_PORT: String(relayPort) };
      return [`relay ${index + 1}`, () => launchRelay(dataDir, { settings })];
    });
    const renderers = rendererPorts.map((port, index) => [
      `renderer ${index + 1}`,
      () =>
        launchRenderer(dataDir, {
          port,
          relayUrl: `http://${NAME}:${relayPort}`,
          settings: { ...common, PROVE_NAME: [NAME, ...ADDRESSES].join(' ') },
          nodeArgs: ['--import', PRELOAD],
        }),
    ]);
    this.#launch = new Map([...relays, ...renderers]);
    this.relayUrls = ADDRESSES.map((host) => `http://${host}:${relayPort}`);
    const rendererUrls = rendererPorts.map((port) => `http://127.0.0.1:${port}`);
    /** By name. @type {ReadonlyMap<string, string>} */
    this.urls = new Map(
      [...this.#launch.keys()].map((name, index) => [
        name,
        [...this.relayUrls, ...rendererUrls][index],
      ]),
    );
  }

  /** All at once, on an empty database, which each of them may find first. */
  static async start(place) {
    const replicas = new Replicas(place, await findFreePorts(3));
    await Promise.all(replicas.names.map((name) => replicas.start(name)));
    return replicas;
  }

  /** By which somebody reads at any renderer: they share the secret and the database. */
  get pass() {
    return this.#servers.get('renderer 1').pass;
  }

  get names() {
    return [...this.#launch.keys()];
  }

  /** Resolves when it is ready. */
  async start(name) {
    const server = this.#launch.get(name)();
    this.#servers.set(name, server);
    await server.untilReady();
  }

  /**
   * Resolves, once it is gone, with a line when a request to stop did not end it with code 0.
   *
   * @param {'SIGTERM' | 'SIGKILL'} signal
   */
  async end(name, signal) {
    const server = this.#servers.get(name);
    this.#servers.delete(name);
    const ended = server.end(signal);
    if (name.startsWith('relay')) this.onRelayEnding(ended);
    const { code, signal: endedBy } = await ended;
    if (signal === 'SIGKILL' || code === 0) return [];
    return [`${name} ended with ${endedBy ?? code}: ${server.errors.trim()}`];
  }

  /** Resolves as `end` does, of all of them. */
  async stop() {
    const endings = await Promise.all(
      [...this.#servers.keys()].map((name) => this.end(name, 'SIGTERM')),
    );
    return endings.flat();
  }
}
