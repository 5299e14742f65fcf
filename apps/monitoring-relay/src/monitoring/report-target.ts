import { formatDsn } from '#shared';
import type { MonitoringTarget } from '#shared';
import type { ErrorReporting } from '#telemetry';
import type { MirroredKey } from '../spool/keys/key-archive.ts';

/**
 * Returns where the relay sends its own errors: to the service in MONITORING_DSN, or, without that
 * setting, to this relay's tunnel with a key of the project `errata`. Returns undefined when
 * monitoring is off, while that project has no key, or while the relay does not listen.
 */
export function toReportTarget(
  target: MonitoringTarget,
  own: { readonly url: string | undefined; readonly key: MirroredKey | undefined },
): Pick<ErrorReporting, 'dsn' | 'tunnel'> | undefined {
  if (target === 'off') return undefined;
  if (target !== 'own') return { dsn: formatDsn(target) };
  if (own.url === undefined || own.key === undefined) return undefined;
  const { publicKey, projectId } = own.key;
  return {
    dsn: formatDsn({ origin: own.url, publicKey, projectId }),
    tunnel: `${own.url}/monitoring`,
  };
}
