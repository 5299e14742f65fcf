import { execSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SqliteDatabase } from '#sqlite';
import { inTemporaryFolder } from '../../../bench/processes/place.mjs';
import { makeFullDisk } from '../../../prove/kill/full-disk.mjs';
import { Program } from '../../../scripts/support/program.mjs';
import { eventually } from '../../../test/support/eventually.ts';
import { toCommandFault } from '../src/backup/command-fault.ts';
import { describeBackup } from '../src/backup/describe-backup.ts';
import { makeBackup } from '../src/backup/make-backup.ts';
import { restoreBackup } from '../src/backup/restore-backup.ts';
import { createEnvelope } from './support/envelopes.ts';
import { runCommand, startCommand } from './support/operator-command.ts';
import { RelayProcess } from './support/relay-process.ts';
import { startRelay } from './support/started-relay.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

const DATABASE = 'database/errata.sqlite';
const env = { ERRATA_PROJECTS: 'app=1:refusals', MONITORING_DSN: 'off' };

let left: string;
let leftBackup: string;
let dataDir: string;
let folder: string;

beforeAll(async () => {
  left = mkdtempSync(join(tmpdir(), 'errata-refusals-'));
  const relay = await startRelay({ ...env, DATA_DIR: left });
  await send(relay);
  await relay.drained();
  await relay.close();
  leftBackup = join(mkdtempSync(join(tmpdir(), 'errata-refusals-')), 'backup');
  const { code, errors } = await runCommand(['backup', leftBackup], { ...env, DATA_DIR: left });
  if (code !== 0) throw new Error(`No backup was made: ${errors}`);
});

afterAll(() => {
  for (const path of [left, dirname(leftBackup)]) rmSync(path, { recursive: true, force: true });
});

beforeEach(() => {
  folder = createTemporaryFolder();
  dataDir = join(folder, 'data');
  cpSync(left, dataDir, { recursive: true });
});

async function send({ url }: { readonly url: string }): Promise<void> {
  const address = `${url}/api/1/envelope/?sentry_key=refusals`;
  expect((await fetch(address, { method: 'POST', body: createEnvelope() })).status).toBe(200);
}

const backUp = (target: string, from = dataDir) =>
  makeBackup({ dataDir: from, hasDatabase: true, version: '1.2.3' }, target);

const restore = (backup: string, into: string) => restoreBackup({ dataDir: into }, backup);

function copyBackup(): string {
  const backup = join(folder, 'backup');
  cpSync(leftBackup, backup, { recursive: true });
  return backup;
}

async function expectRefusal(work: Promise<unknown>, words: string): Promise<void> {
  const fault = await work.then(() => 'It was done.', toCommandFault);
  expect(fault).toContain(words);
  expect(fault).not.toMatch(/\n +at /);
}

/**
 * Changes the manifest and recomputes its checksum, so that the checksum does not reveal the
 * change.
 */
function changeManifest(backup: string, from: string | RegExp, to: string): void {
  const path = join(backup, 'backup.json');
  const before = readFileSync(path, 'utf8');
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  writeFileSync(path, after);
  writeFileSync(`${path}.sha256`, createHash('sha256').update(after).digest('hex'));
}

const bytesOf = (path: string, change: (bytes: Buffer) => Buffer | Uint8Array): void =>
  writeFileSync(path, change(readFileSync(path)));

describe('a backup', () => {
  it('is readable for its owner alone', () => {
    const paths = readdirSync(leftBackup, { recursive: true }) as string[];
    for (const path of ['', ...paths])
      expect(statSync(join(leftBackup, path)).mode & 0o077).toBe(0);
    expect(readFileSync(join(leftBackup, 'secret'))).toEqual(readFileSync(join(left, 'secret')));
  });

  it('refuses a folder that is not empty', async () => {
    writeFileSync(join(folder, 'data.txt'), '');
    const end = await runCommand(['backup', folder], { ...env, DATA_DIR: dataDir });
    const errors = expect.stringMatching(/^errata: .+ is not empty.*\n$/);
    expect(end).toEqual({ code: 1, output: '', errors });
  });

  it('refuses a folder that cannot be written', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expectRefusal(backUp(join(folder, 'file', 'backup')), 'file: this is not a folder');
    await expectRefusal(backUp('/proc/backup'), '/proc');
    await expectRefusal(backUp('/proc/a/b'), '/proc/a: no folder can be made there');
    await expectRefusal(backUp('/proc'), '/proc is not empty');
    symlinkSync(join(folder, 'nowhere'), join(folder, 'link'));
    await expectRefusal(backUp(join(folder, 'link')), 'is a link to a place that does not exist');
  });

  it('is written to the target of a link', async () => {
    mkdirSync(join(folder, 'place'));
    symlinkSync(join(folder, 'place'), join(folder, 'link'));
    await backUp(join(folder, 'link'));
    expect(readdirSync(join(folder, 'place'))).toContain('backup.json');
  });

  it('refuses a folder that is a mount point', async () => {
    await inTemporaryFolder(async (small) => {
      const disk = await makeFullDisk(small, 4 * 1024 * 1024);
      try {
        await expectRefusal(backUp(disk.folder), 'is a mount point');
      } finally {
        await disk.remove();
      }
    });
  });

  it('refuses a damaged spool', async () => {
    const [name] = readdirSync(join(dataDir, 'spool')) as [string];
    const file = join(dataDir, 'spool', name, 'spool.sqlite');
    const db = new SqliteDatabase(file);
    const find = "SELECT rootpage FROM sqlite_schema WHERE name = 'project_keys'";
    const page = db.prepare(find).pluck().get() as number;
    const pageBytes = db.pragma('page_size') as number;
    db.close();
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0, (page - 1) * pageBytes, page * pageBytes));
    await expectRefusal(backUp(join(folder, 'backup')), `${file} is damaged`);
    writeFileSync(file, 'This is not a database.'.repeat(1000));
    await expectRefusal(backUp(join(folder, 'backup')), `${file} is damaged`);
    expect(readdirSync(folder)).toEqual(['data']);
  });

  it('refuses a missing data folder, no database, and a database of someone else', async () => {
    dataDir = join(folder, 'nowhere');
    await expectRefusal(backUp(join(folder, 'backup')), 'nowhere does not exist');
    dataDir = join(folder, 'data');
    const other = createTemporaryFolder();
    cpSync(join(dataDir, 'spool'), join(other, 'spool'), { recursive: true });
    const askIn = () => backUp(join(folder, 'backup'), other);
    await expectRefusal(askIn(), 'has no errata.sqlite; set DATABASE_URL');
    const empty = new SqliteDatabase(join(other, 'errata.sqlite'));
    empty.exec('CREATE TABLE theirs (id INTEGER)');
    empty.close();
    await expectRefusal(askIn(), 'errata.sqlite does not belong to an installation of Errata');
    cpSync(join(dataDir, 'errata.sqlite'), join(other, 'errata.sqlite'));
    const another = new SqliteDatabase(join(other, 'errata.sqlite'));
    another.exec("UPDATE project_keys SET public_key = 'another' || public_key");
    another.close();
    await expectRefusal(askIn(), 'errata.sqlite belongs to another installation');
    expect(readdirSync(folder)).toEqual(['data']);
  });

  it('says what happens to a secret that it does not contain', async () => {
    rmSync(join(dataDir, 'secret'));
    const manifest = await backUp(join(folder, 'without'));
    const tell = (isSet: boolean): string => describeBackup(manifest, isSet).join('\n');
    expect(tell(false)).toContain('Otherwise the next start makes a new one');
    expect(tell(true)).toContain('Keep ERRATA_SECRET as it is');
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('leaves nothing behind at %s', async (signal) => {
    const relay = await startRelay({ ...env, DATA_DIR: dataDir });
    // The held lock makes the command wait after it has created its folder.
    const other = new SqliteDatabase(join(dataDir, 'backup.lock'));
    other.exec('BEGIN EXCLUSIVE');
    const command = startCommand(['backup', join(folder, 'backup')], { ...env, DATA_DIR: dataDir });
    await eventually('a folder that is begun', () =>
      readdirSync(folder).some((name) => name.startsWith('.backup.partial')),
    );
    command.signal(signal);
    expect(await command.untilEnded()).toBe(signal === 'SIGINT' ? 130 : 143);
    other.close();
    expect(readdirSync(folder)).toEqual(['data']);
    await send(relay);
  });

  it('leaves nothing behind on a full disk, and neither does a restore', async () => {
    const relay = await RelayProcess.start({ dataDir, env });
    const backup = copyBackup();
    await inTemporaryFolder(async (small) => {
      const disk = await makeFullDisk(small, 16 * 1024 * 1024);
      try {
        const [backups, data] = [join(disk.folder, 'backups'), join(disk.folder, 'data')];
        for (const path of [backups, data]) mkdirSync(path);
        await disk.makeFull({ pid: relay.pid, random: () => 0 });
        const fault = await backUp(join(backups, 'one')).catch(toCommandFault);
        expect(fault).toMatch(/^[^ ]+backups[^ ]+: the disk is full$/);
        expect(readdirSync(backups)).toEqual([]);
        const ofRestore = await restore(backup, data).catch(toCommandFault);
        expect(ofRestore).toContain('the disk is full');
        expect(ofRestore).not.toContain(backup);
        expect(readdirSync(data)).toEqual([]);
      } finally {
        await disk.remove();
      }
    });
    await send(relay);
  });
});

describe('a restore', () => {
  it('refuses a folder that has data, whether a relay runs on it or not', async () => {
    const relay = await startRelay({ ...env, DATA_DIR: dataDir });
    const backup = copyBackup();
    await expectRefusal(restore(backup, dataDir), 'has data');
    const names = readdirSync(dataDir);
    await relay.close();
    await expectRefusal(restore(backup, dataDir), 'has data');
    expect(readdirSync(dataDir).every((name) => names.includes(name))).toBe(true);
  });

  it('names all that Errata has written, with the line that sets it aside', async () => {
    const backup = copyBackup();
    const target = join(folder, "Ann's data");
    for (const name of ['work', 'logs', 'before-restore'])
      mkdirSync(join(target, name), { recursive: true });
    for (const name of ['errata.sqlite-wal', 'errata.sqlite-shm', 'work/bundle', 'notes.txt']) {
      writeFileSync(join(target, name), 'of a crash');
    }
    const fault = await restore(backup, target).then(
      () => '',
      (error: Error) => error.message,
    );
    const [, line = ''] = fault.split('\n');
    expect(line).toMatch(/mv errata\.sqlite-wal errata\.sqlite-shm work before-restore-2$/);
    execSync(line);
    await restore(backup, target);
    expect(readdirSync(target)).toEqual(expect.arrayContaining(['errata.sqlite', 'notes.txt']));
    expect(readdirSync(join(target, 'before-restore-2'))).toHaveLength(3);
  });

  it.each<[string, (backup: string) => void, string]>([
    ['without a file', (backup) => rmSync(join(backup, DATABASE)), 'errata.sqlite is missing'],
    [
      'with a file that was cut',
      (backup) => bytesOf(join(backup, DATABASE), (bytes) => bytes.subarray(1)),
      'errata.sqlite has changed since it was written',
    ],
    [
      'with a changed byte',
      (backup) => bytesOf(join(backup, DATABASE), (bytes) => bytes.with(5000, bytes[5000]! ^ 1)),
      'errata.sqlite has changed since it was written',
    ],
    [
      'with a newer spool',
      (backup) => changeManifest(backup, /"version": \d+,\s+"queued"/, '"version": 99, "queued"'),
      'has version 99',
    ],
    [
      'with a spool of a development state',
      (backup) => changeManifest(backup, /"version": \d+,\s+"queued"/, '"version": 13, "queued"'),
      'a development version',
    ],
    [
      'with a database of a development state',
      (backup) =>
        changeManifest(backup, '"product/0001-create-projects"', '"product/0001-projects"'),
      'A development version',
    ],
    [
      'with another number of rows in a spool',
      (backup) => changeManifest(backup, '"identity": 1', '"identity": 2'),
      'identity has 1 rows where the backup says 2',
    ],
  ])('refuses a backup %s, and leaves nothing behind', async (_, damage, words) => {
    const backup = copyBackup();
    damage(backup);
    const target = join(folder, 'new');
    await expectRefusal(restore(backup, target), words);
    expect(existsSync(target) ? readdirSync(target) : []).toEqual([]);
  });

  it('is refused after an interrupted one, as is the start of services', async () => {
    const backup = copyBackup();
    const target = join(folder, 'new');
    mkdirSync(join(target, 'restoring'), { recursive: true });
    await expectRefusal(restore(backup, target), 'was interrupted');
    // Port 1 has no listener, and with a URL the spec makes no database in the folder.
    const settings = { DATA_DIR: target, DATABASE_URL: 'postgres://errata@127.0.0.1:1/errata' };
    const fault = /^a restore into DATA_DIR .+ was interrupted/;
    await expect(startRelay(settings)).rejects.toThrow(fault);
    expect(readdirSync(target)).toEqual(['restoring']);
  });

  it('makes an installation with the same secret and no unfinished file', async () => {
    const backup = copyBackup();
    writeFileSync(join(backup, 'spool', 'not of it'), '');
    const target = join(folder, 'new', 'data');
    const args = ['run', '--silent', 'errata', '--', 'restore', backup];
    const end = new Program(['npm', ...args], {
      env: { ...process.env, ...env, DATA_DIR: target },
    });
    expect(await end.untilEnded()).toBe(0);
    expect(end.output).toContain('1 events among them');
    expect(readdirSync(target).toSorted()).toEqual(['errata.sqlite', 'secret', 'spool']);
    expect(readdirSync(join(target, 'spool'))).toEqual(readdirSync(join(dataDir, 'spool')));
    expect(statSync(join(target, 'secret')).mode & 0o777).toBe(0o600);
  });
});

it('the errata command prints its usage for an unknown command, and for help', async () => {
  const usage = expect.stringContaining('errata backup <folder>');
  const errors = expect.stringMatching(/^errata: there is no command bakup\.\n\nUsage/);
  expect(await runCommand(['bakup', 'a'], env)).toEqual({ code: 1, output: '', errors });
  expect(await runCommand(['help'], env)).toEqual({ code: 0, output: usage, errors: '' });
});
