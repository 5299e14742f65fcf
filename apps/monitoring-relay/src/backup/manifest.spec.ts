import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createTemporaryFolder } from '../../test/support/temporary-folder.ts';
import { readManifest, writeManifest } from './manifest.ts';

const sha256 = 'a'.repeat(64);
const CONTENTS = {
  version: '1.2.3',
  takenAt: '2026-11-23T00:00:00.000Z',
  database: { kind: 'sqlite' as const, migrations: ['product/0001-a'], rows: { events: 1 } },
  spools: [{ name: 'one', version: 12, queued: 1, rows: { reports: 1 } }],
  files: ['database/errata.sqlite', 'spool/one/spool.sqlite', 'secret'].map((path) => ({
    path,
    bytes: 1,
    sha256,
  })),
};

let folder: string;

beforeEach(() => {
  folder = createTemporaryFolder();
  writeManifest(folder, CONTENTS);
});

const locate = (name = 'backup.json'): string => join(folder, name);

function change(from: string | RegExp, to: string): void {
  const before = readFileSync(locate(), 'utf8');
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  writeFileSync(locate(), after);
  const sum = createHash('sha256').update(after).digest('hex');
  writeFileSync(locate('backup.json.sha256'), `${sum}  backup.json\n`);
}

describe('the manifest of a backup', () => {
  it('reads back as it was written', () => {
    expect(readManifest(folder)).toEqual({ format: 2, ...CONTENTS });
  });

  it.each([
    ['it is missing', () => rmSync(locate()), 'is no backup: it has no backup.json'],
    ['it is cut', () => writeFileSync(locate(), '{"format":2'), 'has changed since it was written'],
    ['its checksum is missing', () => rmSync(locate('backup.json.sha256')), 'sha256 is missing'],
  ])('is refused where %s', (_, damage, words) => {
    damage();
    expect(() => readManifest(folder)).toThrow(words);
  });

  it.each([
    ['a newer format', '"format": 2', '"format": 3', 'made by a newer version, 1.2.3'],
    ['a database of another kind', '"kind": "sqlite"', '"kind": "postgres"'],
    ['a database of an unknown kind', '"kind": "sqlite"', '"kind": "other"'],
    ['a list in the place of row counts', /"rows": \{/, '"rows": [], "more": {'],
    ['a migration that is a number', /"migrations": \[/, '"migrations": [1, '],
    ['a spool that is null', /"spools": \[/, '"spools": [null, '],
    ['a file without a path', /"files": \[/, '"files": [{}, '],
    ['a path out of the backup', '"path": "secret"', '"path": "../secret"'],
    ['a path out of the folder of a spool', 'spool/one/spool.sqlite', 'spool/../spool.sqlite'],
    ['a path of an unknown file', '"path": "secret"', '"path": "other"'],
    ['a spool named like a parent folder', '"name": "one"', '"name": ".."'],
    ['a list of files without the database', 'database/errata.sqlite', 'database/other'],
  ])('is refused with %s', (_, from, to, words = 'its backup.json cannot be read') => {
    change(from, to);
    expect(() => readManifest(folder)).toThrow(words);
  });
});
