import { Gauge, Registry } from 'prom-client';

export interface RegistryOptions {
  readonly prefix: string;
  readonly version: string;
}

/**
 * Creates the registry of one application, because the library's own registry is shared by the
 * whole process.
 */
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
