import { Service } from './service.mjs';
import { onStopSignal } from './signals.mjs';
import { step } from './steps.mjs';

/** npm hands on the Ctrl-C that the terminal has sent already: two within this are one. */
const SAME_SIGNAL_MS = 300;

/** Starts the services together and ends them together. */
export class Supervisor {
  #services = [];
  #stopping;

  /**
   * Resolves with the ready message of each service, by name; with undefined when a signal came
   * before they were ready. Fails with the reason of the first that did not start.
   *
   * @param {Record<string, { entry: string, urls: readonly string[] }>} services
   * @param {NodeJS.ProcessEnv} env
   */
  async start(services, env) {
    this.#stopOnSignals();
    this.#services = Object.entries(services).map(
      ([name, options]) => new Service({ name, env, ...options }),
    );
    try {
      const messages = await Promise.all(this.#services.map((service) => service.ready()));
      for (const service of this.#services) void this.#watch(service);
      return Object.fromEntries(this.#services.map(({ name }, index) => [name, messages[index]]));
    } catch (error) {
      if (this.#stopping) return undefined;
      await this.#stop();
      throw error;
    }
  }

  #stopOnSignals() {
    let firstMs = Number.POSITIVE_INFINITY;
    onStopSignal((signal) => {
      if (!this.#stopping) {
        firstMs = performance.now();
        void step('\nStopping', () => this.#stop());
      } else if (signal === 'SIGINT' && performance.now() - firstMs > SAME_SIGNAL_MS) {
        for (const service of this.#services) service.kill();
      }
    });
  }

  async #watch(service) {
    const how = await service.ended;
    if (this.#stopping) return;
    process.exitCode = 1;
    console.error(
      `errata: the ${service.name} stopped unexpectedly (${how}); stopping everything.`,
    );
    await this.#stop();
  }

  #stop() {
    this.#stopping ??= Promise.all(this.#services.map((service) => service.stop()));
    return this.#stopping;
  }
}
