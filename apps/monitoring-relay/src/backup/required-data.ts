import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabaseSnapshot, requireRestored } from '#persistence';
import type { DatabaseSnapshot } from '#persistence';
import type { SpoolCopy } from '../spool/copy/spool-copy.ts';

export interface BackupSource {
  readonly dataDir: string;
  readonly databaseUrl?: string;
  /** Not so of a relay that forwards alone. */
  readonly hasDatabase: boolean;
  /** Of this Errata. */
  readonly version: string;
}

/**
 * Whoever asks in the wrong place, or without the settings of the services, gets no backup of nothing or of half. Rejects with
 * a RangeError, or `database.unavailable`.
 */
export async function requireData(source: BackupSource): Promise<void> {
  const { dataDir, databaseUrl, hasDatabase } = source;
  if (!existsSync(dataDir)) throw new RangeError(`DATA_DIR ${dataDir} is not there`);
  requireRestored(dataDir);
  const isInFolder = hasDatabase && databaseUrl === undefined;
  if (isInFolder && !existsSync(join(dataDir, 'errata.sqlite'))) {
    throw new RangeError(
      `DATA_DIR ${dataDir} has no errata.sqlite; set DATABASE_URL, or RELAY_MODE=forward, as for the relay`,
    );
  }
  if (!isInFolder && !existsSync(join(dataDir, 'spool'))) {
    throw new RangeError(`DATA_DIR ${dataDir} has no data of Errata: it has no spool`);
  }
  if (hasDatabase) await requireInstallation(source);
}

async function requireInstallation(source: BackupSource): Promise<void> {
  const snapshot = await openDatabaseSnapshot(source);
  try {
    if (await snapshot?.hasInstallation()) return;
  } finally {
    await snapshot?.close();
  }
  throw new RangeError(`${nameDatabase(source)} is not of an installation of Errata`);
}

/** Spools mirror the keys of projects, and no database ever loses one: where all are missing, it is of somebody else. */
export async function requireSameInstallation(
  source: BackupSource,
  copies: readonly SpoolCopy[],
  snapshot: DatabaseSnapshot,
): Promise<void> {
  const keys = copies.flatMap((copy) => copy.listKeys());
  if (keys.length === 0 || (await snapshot.hasKeyAmong(keys)) !== false) return;
  throw new RangeError(
    `${nameDatabase(source)} is of another installation: it has no key that the spool in ${source.dataDir} knows`,
  );
}

function nameDatabase({ dataDir, databaseUrl }: BackupSource): string {
  return databaseUrl === undefined
    ? join(dataDir, 'errata.sqlite')
    : 'the database that DATABASE_URL names';
}
