import { formatDsn } from '#shared';
import type { Project, ProjectKey } from '#product/projects/projects';
import type { RendererConfig } from '../../../config/renderer-config.ts';

export const ownProjectSlug = 'errata';

export interface SelfMonitoring {
  readonly server?: ReportTarget;
  /** Used only on the pages of signed-in people. */
  readonly browser?: ReportTarget;
  /**
   * Origin that the browser contacts directly. Absent when the reports stay on the console's
   * origin.
   */
  readonly connectOrigin?: string;
}

export interface ReportTarget {
  readonly dsn: string;
  readonly tunnel?: string;
}

/**
 * Chooses where Errata reports its own errors. `MONITORING_DSN` names another service, which is
 * contacted directly, or switches the reports off. The default is the project `errata`, reached
 * through Errata's own `/monitoring`.
 *
 * The server uses a key without a scope, which must not appear on pages. The browser uses a key
 * that accepts only errors. A side without an enabled key does not report.
 */
export function toSelfMonitoring(
  config: Pick<RendererConfig, 'basePath' | 'dsnOrigin' | 'monitoring' | 'relayUrl'>,
  projects: readonly Project[],
  keys: readonly ProjectKey[],
): SelfMonitoring {
  if (config.monitoring === 'off') return {};
  if (config.monitoring !== 'own') {
    const dsn = formatDsn(config.monitoring);
    const { origin } = new URL(config.monitoring.origin);
    return { server: { dsn }, browser: { dsn }, connectOrigin: origin };
  }
  const id = projects.find(({ slug }) => slug === ownProjectSlug)?.id;
  const own = keys.filter(({ projectId, enabled }) => projectId === id && enabled);
  const toTarget = (key: ProjectKey | undefined, origin: string): ReportTarget | undefined =>
    key && {
      dsn: formatDsn({ ...key, origin: config.dsnOrigin }),
      tunnel: `${origin}/monitoring`,
    };
  const server = toTarget(
    own.find(({ scope }) => scope === undefined),
    config.relayUrl,
  );
  const browser = toTarget(
    own.find(({ scope }) => scope === 'errors'),
    config.basePath,
  );
  return { server, browser };
}
