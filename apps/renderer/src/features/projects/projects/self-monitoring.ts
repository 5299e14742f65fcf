import { formatDsn } from '#shared';
import type { Project, ProjectKey } from '#product/projects/projects';
import type { RendererConfig } from '../../../config/renderer-config.ts';

/** The project that Errata reports its own errors into. */
export const ownProjectSlug = 'errata';

/** Where this process and its pages report their own errors; absent where they do not. */
export interface SelfMonitoring {
  readonly server?: ReportTarget;
  /** For pages of people who are signed in, and no others. */
  readonly browser?: ReportTarget;
  /** Origin that the browser contacts directly, when it is not our own. */
  readonly connectOrigin?: string;
}

export interface ReportTarget {
  readonly dsn: string;
  /** Address that takes the reports instead of the DSN's host. */
  readonly tunnel?: string;
}

/**
 * MONITORING_DSN names another service, which is contacted directly. Without it the reports go to project `errata`
 * through our own `/monitoring`: the server's by a key that takes everything, which stands on no page for that, and the
 * browser's by the key that takes errors alone. A side without an enabled key there does not report.
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
  return { ...(server ? { server } : {}), ...(browser ? { browser } : {}) };
}
