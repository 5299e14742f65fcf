import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { requireRestored } from '#persistence';

export interface BackupSource {
  readonly dataDir: string;
  readonly databaseUrl?: string;
  readonly hasDatabase: boolean;
  readonly version: string;
}

/**
 * Throws a RangeError when data is missing. The operator may have run the command without the
 * environment variables of the services.
 */
export function requireData({ dataDir, databaseUrl, hasDatabase }: BackupSource): void {
  if (!existsSync(dataDir)) throw new RangeError(`DATA_DIR ${dataDir} does not exist`);
  requireRestored(dataDir);
  const isInFolder = hasDatabase && databaseUrl === undefined;
  if (isInFolder && !existsSync(join(dataDir, 'errata.sqlite'))) {
    throw new RangeError(
      `DATA_DIR ${dataDir} has no errata.sqlite; set DATABASE_URL or RELAY_MODE=forward if the relay has it`,
    );
  }
  if (!isInFolder && !existsSync(join(dataDir, 'spool'))) {
    throw new RangeError(`DATA_DIR ${dataDir} has no data of Errata: it has no spool`);
  }
}

/**
 * Throws a RangeError when the database belongs to no installation, or contains none of the keys in
 * the spools. Keys are never deleted from a database, so a database without these keys belongs to
 * another installation.
 */
export function requireInstallation(
  source: BackupSource,
  keys: { readonly spooled: readonly string[]; readonly stored: readonly string[] | undefined },
): void {
  if (!keys.stored) {
    throw new RangeError(`${nameDatabase(source)} does not belong to an installation of Errata`);
  }
  const stored = new Set(keys.stored);
  if (keys.spooled.length === 0 || keys.spooled.some((key) => stored.has(key))) return;
  throw new RangeError(
    `${nameDatabase(source)} belongs to another installation: it has none of the keys that the spool in ${source.dataDir} knows`,
  );
}

function nameDatabase({ dataDir, databaseUrl }: BackupSource): string {
  return databaseUrl === undefined
    ? join(dataDir, 'errata.sqlite')
    : 'the database that DATABASE_URL names';
}
