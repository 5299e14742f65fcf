import type { SpoolForwarding } from '../spool/ports/spool-forwarding.ts';
import type { Upstreams } from './upstream/upstreams.ts';

/** Reports that are owed to nobody who is set any more: they wait in vain until they are too old. */
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

/** `where`: who has them, at the beginning of a sentence. */
export function tellStranded(reports: number, where: string): string {
  const amount = reports === 1 ? '1 report' : `${reports} reports`;
  const owes = `${where} has ${amount} to be forwarded, but UPSTREAM_DSN names no upstream for them any more.`;
  return `${owes} They are sent if UPSTREAM_DSN names one again, and dropped when older than FORWARD_MAX_AGE_HOURS.`;
}
