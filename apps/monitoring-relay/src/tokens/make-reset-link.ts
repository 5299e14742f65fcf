import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureSecret } from '#persistence';
import { createStores } from '#product';
import { toResetPath } from '#product/people/accounts';
import { accountLimits, parseEmail } from '#shared';
import type { BackupSource } from '../backup/required-data.ts';
import { withDatabase } from '../backup/with-database.ts';

interface LinkRequest {
  readonly address: string;
  readonly publicUrl: string;
  /** Absent when the secret is in a file of DATA_DIR. */
  readonly secret: string | undefined;
}

/**
 * Returns a link by which the person with this address sets another password within an hour.
 * Rejects with a RangeError when no active person has the address, or when the secret is missing.
 */
export function makeResetLink(
  place: BackupSource,
  { address, publicUrl, secret }: LinkRequest,
): Promise<string> {
  return withDatabase(place, async (database) => {
    const { users, audit } = createStores(database);
    const emailKey = parseEmail(address)?.key ?? '';
    const found = await users.findCredentials({ emailKey });
    if (!found) throw new RangeError(`nobody with the address ${address} can sign in`);
    const { user, passwordHash } = found;
    const atMs = Date.now();
    const facts = `${user.id}.${atMs + accountLimits.passwordResetLifetimeMs}`;
    const path = toResetPath(facts, { secret: secret ?? findSecret(place), passwordHash });
    await audit.note({ atMs, what: 'person.reset-link', target: String(user.id), to: true });
    return publicUrl + path;
  });
}

/** Makes no secret, because links that it signs would not count. */
function findSecret({ dataDir }: BackupSource): string {
  if (existsSync(join(dataDir, 'secret'))) return ensureSecret(dataDir);
  throw new RangeError(`DATA_DIR ${dataDir} has no secret; set ERRATA_SECRET as for the renderer`);
}
