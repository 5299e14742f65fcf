import { allowedOrigins as most, allowedOriginLength } from './limits/project-limits.ts';

/**
 * Pattern such as `https://app.example.com:8443`. Scheme and port are optional, and `*.` stands for
 * any subdomain.
 */
const PATTERN =
  /^(?:(?<scheme>https?):\/\/)?(?<wildcard>\*\.)?(?<host>[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*|\[[\da-f:.]+\])(?::(?<port>\d{1,5}))?$/;
const ORIGIN = /^(?<scheme>https?):\/\/(?<host>[^/:]+|\[[^\]/]+\])(?::(?<port>\d+))?$/;
/**
 * Origin of a page that no web server sent: of an app (`capacitor://localhost`), of a browser
 * extension, or of a file that an app shows.
 */
const APP_ORIGIN =
  /^(?!(?:https?|wss?|ftp):)[a-z][a-z\d+.-]*:\/\/[a-z\d._~-]+(?::\d{1,5})?$|^file:\/\/$/;
const DEFAULT_PORTS = new Map(Object.entries({ http: '80', https: '443' }));

interface OriginParts {
  readonly scheme?: string;
  readonly wildcard?: string;
  readonly host: string;
  readonly port?: string;
}

/**
 * Parses a list of the origins whose pages may send reports. White space or commas separate the
 * origins. Returns undefined when an origin is invalid, or when there are more than `projectLimits`
 * allows. An empty list allows every page.
 */
export function parseAllowedOrigins(text: string): string[] | undefined {
  const listed = text.split(/[\s,]+/).filter(Boolean);
  const patterns = [...new Set(listed.map(toPattern))];
  const isGood = (pattern: string): boolean =>
    pattern.length <= allowedOriginLength && (PATTERN.test(pattern) || APP_ORIGIN.test(pattern));
  return patterns.length <= most && patterns.every(isGood) ? patterns : undefined;
}

/**
 * Returns true when one of the patterns allows the origin, written as browsers send it (RFC 6454).
 *
 * A pattern without scheme allows http and https. A pattern without port allows any port when it
 * has no scheme either, and otherwise the scheme's default port. Origins of apps must match
 * exactly. `null`, which browsers send for pages without an origin, is never allowed.
 */
export function isAllowedOrigin(patterns: readonly string[], origin: string): boolean {
  const plain = origin.toLowerCase();
  if (APP_ORIGIN.test(plain)) return patterns.includes(plain);
  const asked = ORIGIN.exec(plain)?.groups as OriginParts | undefined;
  if (!asked) return false;
  return patterns.some((pattern) => {
    const allowed = PATTERN.exec(pattern)?.groups as OriginParts | undefined;
    return allowed !== undefined && isMatch(allowed, asked);
  });
}

/** Removes a final slash, because people paste URLs, but an origin ends without a slash. */
function toPattern(listed: string): string {
  return listed.toLowerCase().replace(/(?<!\/)\/$/, '');
}

function isMatch(allowed: OriginParts, asked: OriginParts): boolean {
  if (allowed.scheme !== undefined && allowed.scheme !== asked.scheme) return false;
  const isHost = allowed.wildcard
    ? asked.host.endsWith(`.${allowed.host}`)
    : asked.host === allowed.host;
  return isHost && isPort(allowed, asked);
}

/** A pattern with a scheme but no port means that scheme's default port. */
function isPort(allowed: OriginParts, asked: OriginParts): boolean {
  const askedPort = asked.port ?? DEFAULT_PORTS.get(asked.scheme!);
  if (allowed.port !== undefined) return allowed.port === askedPort;
  return allowed.scheme === undefined || askedPort === DEFAULT_PORTS.get(allowed.scheme);
}
