import { releaseLimits } from '#shared';

/**
 * Characters that Sentry refuses as well. Sentry also refuses the slash, which clients send
 * percent-encoded.
 */
const REFUSED = /[\p{Cc}\\\u2028\u2029]/u;
const RESERVED = ['.', '..', 'latest'];
const PACKAGE = /^[^@]+@(?<rest>.+)$/;

export function isReleaseVersion(text: string): boolean {
  const bare = text.trim();
  return (
    bare !== '' &&
    text.length <= releaseLimits.versionLength &&
    !REFUSED.test(text) &&
    !RESERVED.includes(bare.toLowerCase())
  );
}

const COMMIT_CHARACTERS = 7;

export function toShortCommitId(commitId: string): string {
  return commitId.slice(0, COMMIT_CHARACTERS);
}

/** Returns the version without its package: `1.2.0` for `web@1.2.0`. */
export function toShortVersion(version: string): string {
  return PACKAGE.exec(version)?.groups?.['rest'] ?? version;
}
