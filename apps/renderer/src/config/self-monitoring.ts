import { formatDsn } from '#shared';
import type { Project, ProjectKey } from '#persistence';
import type { RendererConfig } from './renderer-config.ts';

/** Where this process and its pages report their own errors. */
export interface SelfMonitoring {
  readonly server: ReportTarget;
  readonly browser: ReportTarget;
  /** Origin that the browser contacts directly, when it is not our own. */
  readonly connectOrigin?: string;
}

export interface ReportTarget {
  readonly dsn: string;
  /** Address that takes the reports instead of the DSN's host. */
  readonly tunnel?: string;
}

/**
 * MONITORING_DSN names another service, which is contacted directly; without it the reports go to
 * project `errata` through our own `/monitoring`. Undefined when monitoring is off, and when that
 * project has no enabled key.
 */
export function toSelfMonitoring(
  config: Pick<RendererConfig, 'basePath' | 'dsnOrigin' | 'monitoring' | 'relayUrl'>,
  projects: readonly Project[],
  keys: readonly ProjectKey[],
): SelfMonitoring | undefined {
  if (config.monitoring === 'off') return undefined;
  if (config.monitoring !== 'own') {
    const dsn = formatDsn(config.monitoring);
    const { origin } = new URL(config.monitoring.origin);
    return { server: { dsn }, browser: { dsn }, connectOrigin: origin };
  }
  const project = projects.find(({ slug }) => slug === 'errata');
  const key = keys.find(({ projectId, enabled }) => projectId === project?.id && enabled);
  if (!project || !key) return undefined;
  const dsn = formatDsn({
    origin: config.dsnOrigin,
    publicKey: key.publicKey,
    projectId: project.id,
  });
  return {
    server: { dsn, tunnel: `${config.relayUrl}/monitoring` },
    browser: { dsn, tunnel: `${config.basePath}/monitoring` },
  };
}
