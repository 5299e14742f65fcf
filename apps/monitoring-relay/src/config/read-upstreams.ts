import type { Environment } from './environment.ts';
import { parseUpstreams, type UpstreamSettings } from './parse-upstreams.ts';

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0|\[::\])$/;

/**
 * Reads UPSTREAM_DSN. Throws a RangeError when an upstream is this relay itself, because every
 * report would then circle for ever.
 */
export function readUpstreams(environment: Environment): UpstreamSettings {
  const { UPSTREAM_DSN } = environment;
  if (UPSTREAM_DSN === undefined) return { bySlug: new Map() };
  const settings: UpstreamSettings = parseUpstreams(UPSTREAM_DSN) ?? { bySlug: new Map() };
  for (const { origin } of [...settings.bySlug.values(), settings.others ?? []].flat()) {
    if (isThisRelay(new URL(origin), environment)) {
      throw new RangeError(`UPSTREAM_DSN names this relay itself: ${origin}`);
    }
  }
  return settings;
}

/**
 * Compares the upstream with the relay's own settings. Does not recognize a proxy of this relay
 * when no setting contains the proxy's address.
 */
function isThisRelay(upstream: URL, environment: Environment): boolean {
  const { HOST, PORT, PUBLIC_URL, RELAY_MODE, RELAY_PORT, RELAY_PUBLIC_URL } = environment;
  const isHere = LOOPBACK.test(upstream.hostname) || upstream.hostname === HOST;
  if (isHere && toPort(upstream) === RELAY_PORT) return true;
  if (isHere && RELAY_MODE === 'process' && toPort(upstream) === PORT) return true;
  return [RELAY_PUBLIC_URL, PUBLIC_URL].some(
    (url) => url !== undefined && URL.canParse(url) && new URL(url).host === upstream.host,
  );
}

function toPort({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}
