import { accountLimits } from '#shared';

/**
 * The order matters, because most browsers also claim to be Chrome, and Chrome claims to be Safari.
 */
const BROWSERS: readonly (readonly [name: string, version: RegExp])[] = [
  ['Edge', /Edg(?:e|A|iOS)?\/(?<version>\d+)/],
  ['Opera', /OPR\/(?<version>\d+)/],
  ['Samsung Internet', /SamsungBrowser\/(?<version>\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(?<version>\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(?<version>\d+)/],
  ['Safari', /Version\/(?<version>\d+).*Safari\//],
];

const SYSTEMS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
];

/**
 * Describes a `User-Agent` as browser and system, such as `Firefox 140 on Linux`. Returns the first
 * 60 characters when the browser is unknown. Reads `accountLimits.userAgentLength` characters.
 */
export function toBrowserName(sent: string): string {
  const userAgent = sent.slice(0, accountLimits.userAgentLength);
  const browser = BROWSERS.map(([name, version]) => {
    const found = version.exec(userAgent)?.groups?.['version'];
    return found && `${name} ${found}`;
  }).find(Boolean);
  const system = SYSTEMS.find(([, sign]) => sign.test(userAgent))?.[0];
  if (browser) return system ? `${browser} on ${system}` : browser;
  return userAgent.slice(0, 60) || 'Unknown browser';
}
