import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { holdBackupLock, openDatabaseSnapshot, readContentsOf } from '#persistence';
import type { DatabaseContents, DatabaseSnapshot } from '#persistence';
import { listSpoolFolders } from '../spool/opening/open-spool.ts';
import { SpoolCopy } from '../spool/copy/spool-copy.ts';
import type { Agreement, FindRecorded } from '../spool/copy/spool-copy.ts';
import { sealFiles } from './copied-files.ts';
import { writeManifest } from './manifest.ts';
import type { CopiedSpool, Manifest } from './manifest-shape.ts';
import { PartialFolder } from './partial-folder.ts';
import { requireData, requireSameInstallation } from './required-data.ts';
import type { BackupSource } from './required-data.ts';

/** Counts that are on their way are there within a second: one of these rounds meets a moment without. */
const MOST_ROUNDS = 50;
const ROUND_PAUSE_MS = 50;

/**
 * Copies the spools and then the database into `target`, while services run on them: what left a spool after it was
 * copied had been recorded, and is in the database copied later; what is in both has one identity, and counts once, because
 * nobody forgets any until the state of the database is chosen (ADR 47). Resolves with what the backup holds, once it is whole
 * and synced. Rejects with a RangeError, `database.unavailable`, or what the disk says; then nothing is left.
 */
export async function makeBackup(source: BackupSource, target: string): Promise<Manifest> {
  await requireData(source);
  const folder = new PartialFolder(target);
  try {
    const { database, spools } = await copyData(source, folder.path);
    copySecret(source.dataDir, folder.path);
    const files = await sealFiles(folder.path);
    const manifest = {
      version: source.version,
      takenAt: new Date().toISOString(),
      ...(database ? { database } : {}),
      spools,
      files,
    };
    const written = writeManifest(folder.path, manifest);
    folder.complete();
    return written;
  } catch (error) {
    folder.abandon();
    throw locateFullDisk(error, target);
  }
}

/** What fails to be written names no file. */
function locateFullDisk(error: unknown, target: string): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  const isFull = path === undefined && (code === 'ENOSPC' || code === 'EDQUOT');
  return isFull ? Object.assign(error as Error, { path: target }) : error;
}

async function copyData(source: BackupSource, folder: string) {
  const copies = startSpoolCopies(source.dataDir, folder);
  // No longer than needed: what is to be forgotten piles up meanwhile.
  const snapshot = await holdBackupLock(source, () => copyUntilAgreed(source, copies));
  try {
    const database = await copyDatabase(snapshot, join(folder, 'database'));
    return { database, spools: copies.map((copy) => finish(copy, folder)) };
  } finally {
    await snapshot?.close();
  }
}

function startSpoolCopies(dataDir: string, folder: string): SpoolCopy[] {
  if (!existsSync(join(dataDir, 'spool'))) return [];
  return listSpoolFolders(dataDir)
    .filter((name) => existsSync(join(dataDir, 'spool', name, 'spool.sqlite')))
    .map((name) => new SpoolCopy(name, join(dataDir, 'spool', name), join(folder, 'spool', name)));
}

/** Resolves with the state of the database that goes with the copies; undefined without a database. */
async function copyUntilAgreed(
  source: BackupSource,
  copies: readonly SpoolCopy[],
): Promise<DatabaseSnapshot | undefined> {
  for (let round = 1; ; round += 1) {
    for (const copy of copies) {
      await copy.takeRows();
      await copy.copyBodies();
    }
    const snapshot = await openDatabaseSnapshot(source);
    try {
      if (snapshot && source.hasDatabase) await requireSameInstallation(source, copies, snapshot);
      const agreement = await compare(copies, snapshot);
      if (agreement === 'good' || (agreement === 'uncounted' && round >= MOST_ROUNDS)) {
        return snapshot;
      }
      await snapshot?.close();
    } catch (error) {
      await snapshot?.close();
      throw error;
    }
    if (round >= MOST_ROUNDS) {
      throw new RangeError('the spool changes faster than it can be copied; try again');
    }
    await delay(ROUND_PAUSE_MS);
  }
}

async function compare(
  copies: readonly SpoolCopy[],
  snapshot: DatabaseSnapshot | undefined,
): Promise<Agreement> {
  const agreements: Agreement[] = [];
  for (const copy of copies) {
    const findRecorded: FindRecorded | undefined =
      snapshot && ((reports) => snapshot.findRecorded(reports));
    agreements.push(await copy.agreesWith(findRecorded));
  }
  if (agreements.includes('torn')) return 'torn';
  return agreements.includes('uncounted') ? 'uncounted' : 'good';
}

async function copyDatabase(
  snapshot: DatabaseSnapshot | undefined,
  folder: string,
): Promise<DatabaseContents | undefined> {
  if (!snapshot) return undefined;
  mkdirSync(folder);
  return snapshot.copyTo(folder);
}

function finish(copy: SpoolCopy, folder: string): CopiedSpool {
  const { name } = copy;
  const { version, queued, owed } = copy.finish();
  const { rows } = readContentsOf(join(folder, 'spool', name, 'spool.sqlite'));
  return { name, version, queued, ...(owed > 0 ? { owed } : {}), rows };
}

/** Absent where ERRATA_SECRET has it. */
function copySecret(dataDir: string, folder: string): void {
  const secret = join(dataDir, 'secret');
  if (existsSync(secret)) copyFileSync(secret, join(folder, 'secret'));
}
