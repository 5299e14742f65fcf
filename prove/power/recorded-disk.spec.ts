import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RecordedDisk } from './recorded-disk.mjs';

const ROOT = '/srv/recorded';
const FILE = `${ROOT}/data`;

let folder: string;
let disk: RecordedDisk;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'errata-prove-'));
  disk = new RecordedDisk(ROOT);
});

afterEach(() => rmSync(folder, { recursive: true }));

function hex(text: string): string {
  return [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
}

const quoted = (text: string): string => `"${hex(text)}"`;
const descriptor = (path: string, number = 7): string => `${number}<${hex(path)}>`;

function begin(name: string, ...args: string[]): { end: (result?: string) => void } {
  const made = { name, args };
  disk.note({ call: made, hasEnded: false });
  return {
    end: (result = '0') => disk.note({ call: Object.assign(made, { result }), hasEnded: true }),
  };
}

function call(name: string, ...args: string[]): void {
  begin(name, ...args).end();
}

function create(path: string, flags = 'O_RDWR|O_CREAT'): void {
  begin('openat', 'AT_FDCWD', quoted(path), flags, '0644').end(descriptor(path));
}

function createKept(path = FILE): void {
  create(path);
  call('fsync', descriptor(ROOT, 9));
}

function write(text: string, offset: number): void {
  call('pwrite64', descriptor(FILE), quoted(text), String(text.length), String(offset));
}

async function cut(survives = () => false, name = 'data'): Promise<string | undefined> {
  await disk.cut(folder, survives);
  const path = join(folder, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

describe('a file after a power cut', () => {
  it('has synced data, and no data that was only written', async () => {
    createKept();
    write('synced', 0);
    call('fdatasync', descriptor(FILE));
    write('lost', 0);
    call('ftruncate', descriptor(FILE), '2');
    expect(await cut()).toBe('synced');
  });

  it('may have data that was only written, or a part of it', async () => {
    createKept();
    write('one ', 0);
    write('two ', 4);
    write('three', 8);
    const fates = [true, false, true];
    expect(await cut(() => fates.shift()!)).toBe('one \0\0\0\0three');
  });

  it('may have some blocks of a write and not others, also where they overwrite blocks', async () => {
    createKept();
    const old = 'old '.repeat(3 * 1024);
    write(old, 0);
    call('fdatasync', descriptor(FILE));
    const pieces = ['one '.repeat(1000), 'two '.repeat(1000)];
    const iov = pieces.map((piece) => `{iov_base=${quoted(piece)}, iov_len=${piece.length}}`);
    call('pwritev', descriptor(FILE), ...`[${iov.join(', ')}]`.split(', '), '2', '2048');
    const fates = [true, false, true];
    const written = pieces.join('');
    const half = 4096 - 2048;
    expect(await cut(() => fates.shift()!)).toBe(
      old.slice(0, 2048) +
        written.slice(0, half) +
        old.slice(4096, 8192) +
        written.slice(half + 4096) +
        old.slice(2048 + written.length),
    );
  });

  it('has no write that began or ended after its sync had begun', async () => {
    createKept();
    const under = begin('pwrite64', descriptor(FILE), quoted('under way'), '9', '0');
    const sync = begin('fsync', descriptor(FILE));
    under.end('9');
    write('late', 20);
    sync.end();
    expect(await cut()).toBe('');
  });

  it('has no write whose sync failed', async () => {
    createKept();
    write('x', 0);
    begin('fsync', descriptor(FILE)).end('-1 EIO (Input/output error)');
    expect(await cut()).toBe('');
  });

  it('has successive writes, from the last position on or at its end', async () => {
    createKept();
    call('write', descriptor(FILE), quoted('abc'), '3');
    call('write', descriptor(FILE), quoted('def'), '3');
    create(FILE, 'O_WRONLY|O_APPEND');
    call('writev', descriptor(FILE), `[{iov_base=${quoted('gh')}`, `iov_len=2}]`, '1');
    call('fsync', descriptor(FILE));
    expect(await cut()).toBe('abcdefgh');
  });

  it('is absent when the folder that names it was not synced', async () => {
    create(FILE);
    write('x', 0);
    call('fsync', descriptor(FILE));
    expect(await cut()).toBeUndefined();
  });

  it('is absent when a folder further up was not synced', async () => {
    call('mkdir', quoted(`${ROOT}/a`), '0755');
    create(`${ROOT}/a/b`);
    call('fsync', descriptor(`${ROOT}/a`, 9));
    expect(await cut(undefined, 'a/b')).toBeUndefined();
    call('fsync', descriptor(ROOT, 9));
    expect(await cut(undefined, 'a/b')).toBe('');
  });

  it('keeps its old name, and exists, until the folder with the change is synced', async () => {
    createKept();
    call('rename', quoted(FILE), quoted(`${ROOT}/new`));
    expect(await cut(undefined, 'new')).toBeUndefined();
    expect(await cut()).toBe('');
    rmSync(join(folder, 'data'));
    call('fsync', descriptor(ROOT, 9));
    expect(await cut(undefined, 'new')).toBe('');
    expect(existsSync(join(folder, 'data'))).toBe(false);
    call('unlink', quoted(`${ROOT}/new`));
    rmSync(join(folder, 'new'));
    expect(await cut(undefined, 'new')).toBe('');
  });
});
