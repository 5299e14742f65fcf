import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { openDatabase } from '#product';
import { kyselyOf } from '../../testing/kysely-of.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import type { TestDatabase } from '../../testing/test-database.ts';

describe('the SQLite file', () => {
  let place: TestDatabase;

  beforeEach(async () => {
    place = await createTestDatabase('sqlite');
  });

  afterEach(() => place.remove());

  async function readPragma(name: string): Promise<unknown> {
    const database = openDatabase(place.config);
    await database.migrate(['platform', 'product']);
    const pragma = sql<Record<string, unknown>>`pragma ${sql.raw(name)}`;
    const { rows } = await pragma.execute(kyselyOf(database));
    await database.close();
    return Object.values(rows[0] ?? {})[0];
  }

  it.each([
    ['synchronous', 2],
    ['journal_mode', 'wal'],
    ['page_size', 2048],
    ['auto_vacuum', 2],
    ['foreign_keys', 1],
    ['busy_timeout', 10_000],
  ])('is opened with the pragma %s = %s', async (name, value) => {
    expect(await readPragma(name)).toBe(value);
  });

  it.each<[string, string, (dataDir: string) => unknown]>([
    ['its folder does not exist', 'the folder does not exist', () => undefined],
    ['its folder is a file', 'this is not a folder', (dataDir) => writeFile(dataDir, '')],
    [
      'it cannot be opened',
      'the file cannot be opened',
      (dataDir) => mkdir(join(dataDir, 'errata.sqlite'), { recursive: true }),
    ],
  ])('is reported as unavailable, with the folder, when %s', async (_, reason, prepare) => {
    const dataDir = join(place.config.dataDir, 'data');
    await prepare(dataDir);
    await expect(openDatabase({ dataDir }).ping()).rejects.toMatchObject({
      code: 'database.unavailable',
      message: expect.stringContaining(
        `The database does not answer. SQLite in ${dataDir}: ${reason}`,
      ),
    });
  });

  it('is reported as damaged, with the document that helps, when it is no database', async () => {
    await writeFile(join(place.config.dataDir, 'errata.sqlite'), 'x'.repeat(4096));
    await expect(openDatabase(place.config).migrate(['platform'])).rejects.toMatchObject({
      code: 'database.damaged',
      message: expect.stringMatching(/not an SQLite database\. See docs\/backup\.md\.$/),
    });
  });

  it('is opened by the next statement once its missing folder exists', async () => {
    const dataDir = join(place.config.dataDir, 'late');
    const database = openDatabase({ dataDir });
    await expect(database.ping()).rejects.toMatchObject({ code: 'database.unavailable' });
    await mkdir(dataDir);
    await expect(database.ping()).resolves.toBeUndefined();
    await database.close();
  });
});
