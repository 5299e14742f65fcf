/**
 * Data source name: the address that an SDK sends reports to.
 * https://develop.sentry.dev/sdk/foundations/transport/authentication/
 */
export interface Dsn {
  /** Scheme, host, port and path before the project, without a trailing slash: `https://errata.example/base`. */
  readonly origin: string;
  readonly publicKey: string;
  readonly projectId: number;
}

const PUBLIC_KEY = /^[A-Za-z0-9_-]{1,64}$/;

export function formatDsn({ origin, publicKey, projectId }: Dsn): string {
  return `${origin.replace('://', `://${publicKey}@`)}/${projectId}`;
}

/** Returns undefined for a text that is no DSN, and for a DSN without a numeric project id. */
export function parseDsn(text: string): Dsn | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || !PUBLIC_KEY.test(url.username)) return undefined;
  const path = /^(?<base>.*)\/(?<project>\d{1,15})\/?$/.exec(url.pathname);
  if (!path?.groups) return undefined;
  return {
    origin: `${url.protocol}//${url.host}${path.groups['base']}`,
    publicKey: url.username,
    projectId: Number(path.groups['project']),
  };
}
