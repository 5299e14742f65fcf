import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SECRET_BYTES = 32;
const SHORTEST = 32;

/**
 * Returns the secret of an installation without ERRATA_SECRET. The first call creates the secret in
 * the data folder, in a file that only its owner may read. Processes that start at the same time
 * get the same secret. Throws the system's error, and a RangeError when the stored secret is too
 * short.
 */
export function ensureSecret(dataDir: string): string {
  const path = join(dataDir, 'secret');
  return readSecret(path) ?? makeSecret(path);
}

function readSecret(path: string): string | undefined {
  try {
    return toSecret(readFileSync(path, 'utf8'), path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Writes the secret to a draft file and links that into place, so that no process reads half a
 * secret. If another process was faster, its secret stays.
 */
function makeSecret(path: string): string {
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(SECRET_BYTES).toString('base64url')}\n`, {
    mode: 0o600,
    flush: true,
  });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return toSecret(readFileSync(path, 'utf8'), path);
}

function toSecret(text: string, path: string): string {
  const secret = text.trim();
  if (secret.length < SHORTEST) {
    throw new RangeError(
      `${path} must hold at least ${SHORTEST} characters. Without this file the next start makes a new secret`,
    );
  }
  return secret;
}
