import { onHangUp } from './supervisor/renew-signal.ts';
import type { ServiceOptions } from './supervisor/service-process.ts';
import { sayOnStandardError } from './supervisor/supervisor-lines.ts';
import { Supervisor } from './supervisor/supervisor.ts';

/**
 * Runs one service that has a container or a systemd unit for itself. SIGTERM and SIGINT stop it,
 * SIGHUP replaces its process, and its exit code becomes the exit code of this process.
 */
export async function supervise(service: Omit<ServiceOptions, 'env'>): Promise<void> {
  const supervisor = new Supervisor({
    services: [{ ...service, env: process.env }],
    say: sayOnStandardError(),
  });
  const stop = (): void => void supervisor.stop();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  onHangUp({ renew: () => void supervisor.renew(), stop });
  const beginning = await supervisor.start();
  if (beginning.state === 'failed') process.stderr.write(beginning.output);
  process.exitCode = await supervisor.ended;
}
