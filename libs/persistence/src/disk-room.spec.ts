import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createSqliteDialect } from './dialect/sqlite/sqlite-dialect.ts';
import {
  describeDiskUse,
  measureFolder,
  requireRoomToMigrate,
  requireRoomToStart,
} from './disk-room.ts';

/** More than any disk has. */
const TOO_MUCH = 2 ** 60;

describe('the room on the disk', () => {
  let dataDir: string;

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'errata-spec-'));
    mkdirSync(join(dataDir, 'damaged/one/spool'), { recursive: true });
    writeFileSync(join(dataDir, 'damaged/one/spool/1'), Buffer.alloc(3_000_000, 1));
    writeFileSync(join(dataDir, 'errata.sqlite'), Buffer.alloc(1_000_000, 1));
  });

  afterEach(() => rmSync(dataDir, { recursive: true }));

  it('is described by the largest entries of the data folder, and by what may be deleted', async () => {
    const told = await describeDiskUse(dataDir);
    expect(told).toMatch(/ holds damaged \(3\.\d MB\), errata\.sqlite \(1\.\d MB\)\. /);
    expect(told).toContain('delete files that are not Errata’s, old backups, and folders in');
    expect(await describeDiskUse(join(dataDir, 'absent'))).toContain('holds nothing.');
    const { ownBytes, logBytes } = await measureFolder(dataDir);
    expect([Math.round(ownBytes / 1e6), logBytes]).toEqual([4, 0]);
  });

  it('suffices to start on this machine, and otherwise ends the start with what to delete', async () => {
    await requireRoomToStart(dataDir);
    const starting = requireRoomToStart(dataDir, TOO_MUCH);
    await expect(starting).rejects.toThrow(RangeError);
    await expect(starting).rejects.toThrow(
      /^only .* of the disk of DATA_DIR are free, and Errata starts with .* or more\. .*delete/,
    );
  });

  it('suffices to migrate a small database, and otherwise says how much is needed', async () => {
    await requireRoomToMigrate(dataDir, 1_000_000);
    await expect(requireRoomToMigrate(dataDir, TOO_MUCH)).rejects.toMatchObject({
      code: 'database.no_room',
      message: expect.stringMatching(
        / It needs 288230376 GB, and .* are free\. Nothing was changed\./,
      ),
    });
  });

  it('is asked for by the size of the SQLite file', async () => {
    const { requireRoomToMigrate: requireRoom } = createSqliteDialect(dataDir);
    await requireRoom();
    // A sparse file takes no room itself.
    truncateSync(join(dataDir, 'errata.sqlite'), 2 ** 43);
    await expect(requireRoom()).rejects.toThrow(/ It needs 2199 GB, /);
  });

  it('suffices where the system does not report it', async () => {
    await requireRoomToStart(join(dataDir, 'absent'), TOO_MUCH);
    await requireRoomToMigrate(join(dataDir, 'absent'), TOO_MUCH);
  });
});
