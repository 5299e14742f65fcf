import { launchRelay, launchRenderer } from '../../bench/processes/errata.mjs';
import { findFreePorts } from '../../bench/processes/free-ports.mjs';

/**
 * @typedef {object} Place
 * @property {string} dataDir an empty folder
 * @property {string} [databaseUrl] of an empty PostgreSQL database; without it it is SQLite
 * @property {import('../../bench/processes/errata.mjs').StartOptions} [relay] how the relay is started
 */

/** The relay and the renderer before it, on one data folder, each of which can end and come again. */
export class Installation {
  /** @type {Readonly<Record<'relay' | 'renderer', () => import('../../bench/processes/server.mjs').Server>>} */
  #launch;
  /** @type {Map<string, import('../../bench/processes/server.mjs').Server>} */
  #servers = new Map();
  /** Told when one of them is to end, and when it has. @type {(name: string, ended: Promise<unknown>) => void} */
  onEnding = () => {};

  /**
   * @param {Place & { relayPort: number, rendererPort: number }} place
   */
  constructor({ dataDir, databaseUrl, relay = {}, relayPort, rendererPort }) {
    const relayUrl = `http://127.0.0.1:${relayPort}`;
    this.urls = { relay: relayUrl, renderer: `http://127.0.0.1:${rendererPort}` };
    const common = {
      MONITORING_DSN: 'off',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    };
    const settings = { ...common, RELAY_PORT: String(relayPort), ...relay.settings };
    this.#launch = {
      relay: () => launchRelay(dataDir, { ...relay, settings }),
      renderer: () => launchRenderer(dataDir, { port: rendererPort, relayUrl, settings: common }),
    };
  }

  /**
   * @param {readonly ('relay' | 'renderer')[]} names
   * @param {Place} place
   */
  static async start(names, place) {
    const [relayPort, rendererPort] = await findFreePorts(2);
    const installation = new Installation({ ...place, relayPort, rendererPort });
    await installation.start(names);
    return installation;
  }

  /** Of the process; undefined while it does not run. */
  getPid(name) {
    return this.#servers.get(name)?.pid;
  }

  /**
   * Resolves when all of them are ready.
   *
   * @param {readonly ('relay' | 'renderer')[]} names
   */
  async start(names) {
    const servers = this.launch(names);
    await Promise.all(servers.map((server) => server.untilReady()));
  }

  /**
   * Begins to start them, for whoever ends them before they are ready.
   *
   * @param {readonly ('relay' | 'renderer')[]} names
   */
  launch(names) {
    const servers = names.map((name) => this.#launch[name]());
    for (const [index, name] of names.entries()) this.#servers.set(name, servers[index]);
    return servers;
  }

  /**
   * Resolves, once they are gone, with a line for each that a request to stop did not end with code 0.
   *
   * @param {readonly ('relay' | 'renderer')[]} names
   * @param {'SIGTERM' | 'SIGKILL'} signal
   */
  async end(names, signal) {
    const endings = await Promise.all(names.map((name) => this.#end(name, signal)));
    return endings.flat();
  }

  /**
   * Resolves once it has ended by itself, as it is about to.
   *
   * @param {'relay' | 'renderer'} name
   */
  async untilEnded(name) {
    const server = this.#servers.get(name);
    this.#servers.delete(name);
    const ended = server.untilEnded();
    this.onEnding(name, ended);
    await ended;
  }

  async #end(name, signal) {
    const server = this.#servers.get(name);
    if (!server) return [];
    this.#servers.delete(name);
    const ended = server.end(signal);
    this.onEnding(name, ended);
    const { code, signal: endedBy } = await ended;
    if (signal === 'SIGKILL' || code === 0) return [];
    return [`${name} ended with ${endedBy ?? code}: ${server.errors.trim()}`];
  }
}
