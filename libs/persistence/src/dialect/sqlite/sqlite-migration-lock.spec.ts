import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createTestDatabase } from '../../testing/test-database.ts';
import type { TestDatabase } from '../../testing/test-database.ts';
import { holdSqliteLock, isSqliteLockHeld } from './sqlite-migration-lock.ts';

const HOLDER = `
const lock = new (require('node:sqlite').DatabaseSync)(process.argv[1]);
lock.exec('begin exclusive');
process.stdout.write('held');
setInterval(() => {}, 1000);`;

/**
 * Becomes another user only once Node runs, because that user may not enter the folder of a clone
 * that only its owner may enter.
 */
const ASKER = `
const [, uid, gid] = process.argv.slice(1);
if (process.getuid?.() === 0) {
  process.setgid(Number(gid));
  process.setuid(Number(uid));
}
const lock = new (require('node:sqlite').DatabaseSync)(process.argv[1]);
try {
  lock.exec('begin immediate');
  process.stdout.write('free');
} catch (error) {
  process.stdout.write(error.errcode === 5 ? 'held' : error.message);
}`;

async function askElsewhere(lockFile: string): Promise<string> {
  const { uid, gid } = statSync(lockFile);
  const asker = spawn(process.execPath, ['-e', ASKER, lockFile, String(uid), String(gid)]);
  let answer = '';
  for await (const chunk of asker.stdout) answer += String(chunk);
  return answer;
}

describe('the SQLite migration lock', () => {
  let place: TestDatabase;
  let lockFile: string;

  beforeEach(async () => {
    place = await createTestDatabase('sqlite');
    lockFile = join(place.config.dataDir, 'migrate.lock');
  });

  afterEach(() => place.remove());

  it('is waited for without limit, and is free once its holder is killed', async () => {
    const now = jest.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(86_400_000);
    const holder = spawn(process.execPath, ['-e', HOLDER, lockFile]);
    await once(holder.stdout, 'data');
    const steps: string[] = [];
    const waiting = holdSqliteLock(lockFile, async () => steps.push('held after the kill'));
    steps.push('killed');
    holder.kill('SIGKILL');
    await waiting;
    now.mockRestore();
    expect(steps).toEqual(['killed', 'held after the kill']);
  });

  it('belongs to the owner of the data folder, with the permissions of the folder', async () => {
    const folder = place.config.dataDir;
    const service = 1000;
    if (process.getuid?.() === 0) chownSync(folder, service, service);
    chmodSync(folder, 0o770);
    const umask = process.umask(0o077);
    try {
      await holdSqliteLock(lockFile, async () => {
        const { uid, gid } = statSync(folder);
        expect(statSync(lockFile)).toMatchObject({ uid, gid });
        expect(statSync(lockFile).mode & 0o777).toBe(0o660);
        expect(await askElsewhere(lockFile)).toBe('held');
      });
    } finally {
      process.umask(umask);
    }
  });

  it('changes its owner to that of the folder when this user may do so', async () => {
    writeFileSync(lockFile, '', { mode: 0o600 });
    if (process.getuid?.() === 0) chownSync(place.config.dataDir, 1000, 1000);
    await holdSqliteLock(lockFile, async () => undefined);
    expect(statSync(lockFile).uid).toBe(statSync(place.config.dataDir).uid);
  });

  it('keeps owner and mode of another file when its name is a symbolic link', async () => {
    const other = join(place.config.dataDir, 'other');
    writeFileSync(other, '');
    const { uid, mode } = statSync(other);
    symlinkSync(other, lockFile);
    chmodSync(place.config.dataDir, 0o777);
    if (process.getuid?.() === 0) chownSync(place.config.dataDir, 1000, 1000);
    await holdSqliteLock(lockFile, async () => undefined);
    expect(statSync(other)).toMatchObject({ uid, mode });
  });

  it('causes a readable error, and does not count as free, when its file cannot be opened', () => {
    mkdirSync(lockFile);
    expect(() => isSqliteLockHeld(lockFile)).toThrow(
      /the user who runs Errata may not open migrate\.lock/,
    );
  });
});
