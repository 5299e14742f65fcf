import { allowedOrigins as most, allowedOriginLength } from './limits/project-limits.ts';

/** `https://app.example.com:8443`, of which scheme and port may be left out, and `*.` may stand for subdomains. */
const PATTERN =
  /^(?:(?<scheme>https?):\/\/)?(?<wildcard>\*\.)?(?<host>[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*|\[[\da-f:.]+\])(?::(?<port>\d{1,5}))?$/;
const ORIGIN = /^(?<scheme>https?):\/\/(?<host>[^/:]+|\[[^\]/]+\])(?::(?<port>\d+))?$/;
/** Of a page that no web server has: an app's (`capacitor://localhost`), an extension's, or a file's where an app shows it. */
const APP_ORIGIN =
  /^(?!(?:https?|wss?|ftp):)[a-z][a-z\d+.-]*:\/\/[a-z\d._~-]+(?::\d{1,5})?$|^file:\/\/$/;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };

interface OriginParts {
  readonly scheme?: string;
  readonly wildcard?: string;
  readonly host: string;
  readonly port?: string;
}

/**
 * What somebody lists as the origins that may report: one a line, or separated by spaces or commas. Undefined when one
 * of them is none, or when there are more than `projectLimits` allow; empty: any may.
 */
export function parseAllowedOrigins(text: string): string[] | undefined {
  const listed = text.split(/[\s,]+/).filter(Boolean);
  const patterns = [...new Set(listed.map(toPattern))];
  const isGood = (pattern: string): boolean =>
    pattern.length <= allowedOriginLength && (PATTERN.test(pattern) || APP_ORIGIN.test(pattern));
  return patterns.length <= most && patterns.every(isGood) ? patterns : undefined;
}

/**
 * Whether one of the patterns allows an origin, as browsers name theirs (RFC 6454); none of them allows `null`, which
 * is said for pages that have none. Without a scheme both of the web count, without a port any does; origins that are
 * not of the web are compared as they are.
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

/** As it is compared: an address's last slash is none of its origin. */
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

/** An origin with a scheme and no port is at that scheme's own. */
function isPort(allowed: OriginParts, asked: OriginParts): boolean {
  const askedPort = asked.port ?? DEFAULT_PORTS[asked.scheme!];
  if (allowed.port !== undefined) return allowed.port === askedPort;
  return allowed.scheme === undefined || askedPort === DEFAULT_PORTS[allowed.scheme];
}
