import { Gauge, Registry } from 'prom-client';

export interface RegistryOptions {
  /** Before each name of the application's own: `errata_relay_`. */
  readonly prefix: string;
  /** As package.json states it. */
  readonly version: string;
}

/** The metrics of one application: not the library's own registry, which all of a process would share. */
export function createRegistry({ prefix, version }: RegistryOptions): Registry {
  const registry = new Registry();
  new Gauge({
    name: `${prefix}build_info`,
    help: 'Always 1; the labels say which build runs, and on what.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.versions.node }, 1);
  return registry;
}
