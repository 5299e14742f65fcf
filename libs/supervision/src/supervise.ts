import { onHangUp } from './supervisor/renew-signal.ts';
import type { ServiceOptions } from './supervisor/service-process.ts';
import { sayOnStandardError } from './supervisor/supervisor-lines.ts';
import { Supervisor } from './supervisor/supervisor.ts';

/**
 * Runs one service that has a container or a unit of systemd to itself: SIGTERM and SIGINT end it, SIGHUP has a new
 * process take its place, and its exit code is this process's.
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
