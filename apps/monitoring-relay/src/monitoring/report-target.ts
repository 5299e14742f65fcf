import { formatDsn } from '#shared';
import type { MonitoringTarget } from '#shared';
import type { MirroredKey } from '../spool/keys/key-archive.ts';
import type { ReportTarget } from './sentry-monitoring.ts';

/**
 * MONITORING_DSN names another service, which is contacted directly; without it reports go to this
 * relay's own tunnel with a key of project `errata`. Undefined when monitoring is off, and as long as
 * that project has no key or the relay does not listen.
 */
export function toReportTarget(
  target: MonitoringTarget,
  own: { readonly url: string | undefined; readonly key: MirroredKey | undefined },
): ReportTarget | undefined {
  if (target === 'off') return undefined;
  if (target !== 'own') return { dsn: formatDsn(target) };
  if (own.url === undefined || own.key === undefined) return undefined;
  const { publicKey, projectId } = own.key;
  return {
    dsn: formatDsn({ origin: own.url, publicKey, projectId }),
    tunnel: `${own.url}/monitoring`,
  };
}
