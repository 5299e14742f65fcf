import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase } from '../../testing/test-database.ts';
import type { TestDatabase } from '../../testing/test-database.ts';
import { holdSqliteLock } from './sqlite-migration-lock.ts';

/** A process that takes the lock, says so, and then does nothing until it is killed. */
const HOLDER = `
const lock = new (require('better-sqlite3'))(process.argv[1]);
lock.exec('begin exclusive');
process.stdout.write('held');
setInterval(() => {}, 1000);`;

describe('the SQLite migration lock', () => {
  let place: TestDatabase;
  let lockFile: string;

  beforeEach(async () => {
    place = await createTestDatabase('sqlite');
    lockFile = join(place.config.dataDir, 'migrate.lock');
  });

  afterEach(() => place.remove());

  it('is held by one at a time', async () => {
    const steps: string[] = [];
    const work = (name: string) =>
      holdSqliteLock(lockFile, async () => {
        steps.push(`${name} begins`);
        await new Promise((resolve) => setImmediate(resolve));
        steps.push(`${name} ends`);
      });
    await Promise.all([work('a'), work('b')]);
    expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('is free again when its holder is killed', async () => {
    const holder = spawn(process.execPath, ['-e', HOLDER, lockFile]);
    await once(holder.stdout, 'data');
    const steps: string[] = [];
    const waiting = holdSqliteLock(lockFile, async () => steps.push('held after the kill'));
    steps.push('killed');
    holder.kill('SIGKILL');
    await waiting;
    expect(steps).toEqual(['killed', 'held after the kill']);
  });

  it('is free again when the work fails', async () => {
    await expect(holdSqliteLock(lockFile, () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    );
    expect(await holdSqliteLock(lockFile, async () => 'held')).toBe('held');
  });
});
