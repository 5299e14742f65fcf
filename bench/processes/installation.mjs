import { join } from 'node:path';
import { launchRelay, launchRenderer } from './errata.mjs';
import { findFreePorts } from './free-ports.mjs';

/** By this name renderers find all relays, as in the networks of containers. */
const NAME = 'relays.prove';
const ADDRESSES = ['127.0.0.1', '127.0.0.2'];
const NAMES_PRELOAD = join(import.meta.dirname, 'names.preload.mjs');

/** The Node.js options and the environment of a program in which a name leads to several addresses. */
export function naming(name, addresses) {
  return {
    nodeArgs: ['--import', NAMES_PRELOAD],
    settings: { PROVE_NAME: [name, ...addresses].join(' ') },
  };
}

/**
 * A relay and a renderer, or two of each, on one data folder and database. Each can end and come again. Two relays share
 * the folder as replicas of a container share a volume.
 */
export class Installation {
  #launch = new Map();
  /** @type {Map<string, import('./program.mjs').Program>} */
  #servers = new Map();
  /** By name: `relay` and `renderer`, then `relay 2` and `renderer 2`. @type {Map<string, string>} */
  urls = new Map();
  /** Told when a relay is to end, and when it has. @type {(ended: Promise<unknown>) => void} */
  onRelayEnding = () => {};

  /**
   * Resolves when all of them are ready.
   *
   * @param {{ relay?: import('./errata.mjs').StartOptions, copies?: 1 | 2 }} [options] how a relay is started
   */
  static async start({ dataDir, databaseUrl }, { relay = {}, copies = 1 } = {}) {
    const common = {
      MONITORING_DSN: 'off',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    };
    const installation = new Installation();
    const [relayPort, ...ports] = await findFreePorts(copies + 1);
    const named = copies > 1 ? naming(NAME, ADDRESSES) : {};
    for (const [index, port] of ports.entries()) {
      const suffix = index === 0 ? '' : ` ${index + 1}`;
      const at = { HOST: ADDRESSES[index], RELAY_PORT: String(relayPort) };
      const settings = { ...common, ...at, ...relay.settings };
      installation.urls.set(`relay${suffix}`, `http://${ADDRESSES[index]}:${relayPort}`);
      installation.#launch.set(`relay${suffix}`, () =>
        launchRelay(dataDir, { ...relay, settings }),
      );
      installation.urls.set(`renderer${suffix}`, `http://127.0.0.1:${port}`);
      installation.#launch.set(`renderer${suffix}`, () =>
        launchRenderer(dataDir, {
          ...named,
          port,
          relayUrl: `http://${copies > 1 ? NAME : ADDRESSES[0]}:${relayPort}`,
          settings: { ...common, ...named.settings },
        }),
      );
    }
    await installation.start(installation.names);
    return installation;
  }

  get names() {
    return [...this.#launch.keys()];
  }

  get relayUrls() {
    return [...this.urls].filter(([name]) => isRelay(name)).map(([, url]) => url);
  }

  /** Of the process; undefined while it does not run. */
  getPid(name) {
    return this.#servers.get(name)?.pid;
  }

  /** Resolves when all of them are ready. */
  async start(names) {
    this.launch(names);
    await Promise.all(names.map((name) => this.#servers.get(name).untilReady()));
  }

  /** Begins to start them, for whoever ends them before they are ready. */
  launch(names) {
    for (const name of names) this.#servers.set(name, this.#launch.get(name)());
  }

  /** Resolves, once they are gone, with a line for each that a request to stop did not end with code 0. */
  async end(names, signal) {
    const endings = await Promise.all(names.map((name) => this.#end(name, signal)));
    return endings.flat();
  }

  /** Resolves once it has ended by itself, as it is about to. */
  async untilEnded(name) {
    await this.#take(name, (server) => server.untilEnded());
  }

  async #end(name, signal) {
    if (!this.#servers.has(name)) return [];
    const { printed, ending } = await this.#take(name, (server) => server.end(signal));
    if (signal === 'SIGKILL' || ending === 0) return [];
    return [`${name} ended with ${ending}: ${printed.trim()}`];
  }

  async #take(name, end) {
    const server = this.#servers.get(name);
    this.#servers.delete(name);
    const ended = end(server);
    if (isRelay(name)) this.onRelayEnding(ended);
    return { ending: await ended, printed: server.printed };
  }
}

function isRelay(name) {
  return name.startsWith('relay');
}
