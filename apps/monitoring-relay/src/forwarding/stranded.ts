import type { SpoolForwarding } from '../spool/ports/spool-forwarding.ts';
import type { Upstreams } from './upstream/upstreams.ts';

export function countStranded(
  { forwards }: Pick<SpoolForwarding, 'forwards'>,
  upstreams: Pick<Upstreams, 'findOf'>,
): number {
  let stranded = 0;
  for (const [projectId, { reports }] of forwards.projects) {
    if (!upstreams.findOf(projectId)) stranded += reports;
  }
  return stranded;
}

export function describeStranded(reports: number, where: string): string {
  const amount = reports === 1 ? '1 report' : `${reports} reports`;
  const owes = `${where} has ${amount} to be forwarded, but UPSTREAM_DSN names no upstream for them any more.`;
  return `${owes} They are sent if UPSTREAM_DSN names one again, and dropped when older than FORWARD_MAX_AGE_HOURS.`;
}
