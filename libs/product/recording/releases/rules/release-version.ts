import { releaseLimits } from '#shared';

/** Sentry refuses these, but for the slash, which clients send percent-encoded. */
const REFUSED = /[\p{Cc}\\\u2028\u2029]/u;
const RESERVED = ['.', '..', 'latest'];
const PACKAGE = /^[^@]+@(?<rest>.+)$/;

/** Whether a text may be the version of a release. */
export function isReleaseVersion(text: string): boolean {
  const bare = text.trim();
  return (
    bare !== '' &&
    text.length <= releaseLimits.versionLength &&
    !REFUSED.test(text) &&
    !RESERVED.includes(bare.toLowerCase())
  );
}

/** The version without its package: `1.2.0` of `web@1.2.0`. */
export function toShortVersion(version: string): string {
  return PACKAGE.exec(version)?.groups?.['rest'] ?? version;
}
