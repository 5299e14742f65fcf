import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { RecordedFile } from './recorded-file.mjs';
import { toBytes, toPath } from './system-calls.mjs';

/**
 * SQLite's shared memory, which need not be recorded: SQLite rebuilds this file from the
 * write-ahead log when it is missing.
 */
const SHARED_MEMORY = /-shm$/;
const FOLDER = Symbol('folder');

const hasFailed = ({ result }) => result.startsWith('-1');
const readNumber = (text) => Number.parseInt(text, 10);

/**
 * The state of a folder that a disk is sure to hold, derived from the system calls of a program
 * that writes there. A file's data is sure when the file was synced. A file's name is sure when its
 * folder was synced after the name changed (fsync(2)). An entry of a folder that was never synced
 * may be lost with the power, as POSIX allows.
 */
export class RecordedDisk {
  #root;
  #rootInHex;
  /**
   * Entries as programs see them.
   *
   * @type {Map<string, RecordedFile | typeof FOLDER>}
   */
  #entries = new Map();
  /**
   * Entries that the disk is sure to have.
   *
   * @type {Map<string, RecordedFile | typeof FOLDER>}
   */
  #keptEntries = new Map();
  /**
   * Positions in open files, by descriptor.
   *
   * @type {Map<number, number>}
   */
  #positions = new Map();
  /** Effects of calls that have begun, applied when they end. */
  #endings = new WeakMap();

  /** @param {string} root an absolute path, existing and empty when the record begins */
  constructor(root) {
    this.#root = root;
    this.#rootInHex = [...Buffer.from(root)]
      .map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`)
      .join('');
  }

  isSync({ name, args }) {
    return (name === 'fsync' || name === 'fdatasync') && args[0].includes(this.#rootInHex);
  }

  /** @param {{ call: import('./system-calls.mjs').SystemCall, hasEnded: boolean }} event */
  note({ call, hasEnded }) {
    if (!hasEnded) {
      const ending = this.#begin(call);
      if (ending) this.#endings.set(call, ending);
      return;
    }
    const ending = this.#endings.get(call);
    if (hasFailed(call)) {
      // The failed call may have written an unknown part, which would make the record wrong.
      if (ending && !this.isSync(call))
        throw new Error(`It failed while it was recorded: ${call.name}`);
      return;
    }
    if (ending) ending();
    else this.#end(call);
  }

  /**
   * Writes to `folder`, which is empty, what is left when the power goes now.
   *
   * @param {() => boolean} survives called for each block of each change of a file that was not
   *   synced
   */
  async cut(folder, survives) {
    for (const [path, entry] of this.#keptEntries) {
      if (!this.#isReachable(path)) continue;
      const copy = join(folder, relative(this.#root, path));
      // Folders come before their entries.
      await (entry === FOLDER
        ? mkdir(copy, { recursive: true })
        : mkdir(dirname(copy), { recursive: true }).then(() =>
            writeFile(copy, entry.cut(survives)),
          ));
    }
  }

  #isReachable(path) {
    const parent = dirname(path);
    return parent === this.#root || (this.#keptEntries.has(parent) && this.#isReachable(parent));
  }

  #begin({ name, args }) {
    if (!args[0].includes(this.#rootInHex)) return undefined;
    const path = toPath(args[0]);
    const entry = this.#entries.get(path);
    if (name === 'fsync' || name === 'fdatasync') {
      return entry instanceof RecordedFile ? entry.beginSync() : this.#beginFolderSync(path);
    }
    if (!(entry instanceof RecordedFile)) return undefined;
    const change = this.#toChange(name, args, entry);
    return change && entry.begin(change);
  }

  #toChange(name, args, entry) {
    const descriptor = readNumber(args[0]);
    if (name === 'ftruncate') return { length: readNumber(args[1]) };
    if (name === 'fallocate') {
      return { length: Math.max(entry.length, readNumber(args[2]) + readNumber(args[3])) };
    }
    if (!/write/.test(name)) return undefined;
    const bytes = Buffer.concat(args.slice(1).flatMap((argument) => toBytes(argument) ?? []));
    if (name.startsWith('p')) return { offset: readNumber(args.at(-1)), bytes };
    const offset = this.#positions.get(descriptor) ?? entry.length;
    if (this.#positions.has(descriptor)) this.#positions.set(descriptor, offset + bytes.length);
    return { offset, bytes };
  }

  #beginFolderSync(path) {
    const within = (entries) => [...entries].filter(([name]) => dirname(name) === path);
    const now = within(this.#entries);
    return () => {
      for (const [name] of within(this.#keptEntries)) this.#keptEntries.delete(name);
      for (const [name, entry] of now) this.#keptEntries.set(name, entry);
    };
  }

  #end({ name, args, result }) {
    if (name === 'openat') return this.#open(args, result);
    if (name === 'lseek') {
      const descriptor = readNumber(args[0]);
      if (this.#positions.has(descriptor)) this.#positions.set(descriptor, readNumber(result));
      return undefined;
    }
    const path = this.#findPath(args[0]);
    if (path === undefined) return undefined;
    if (name === 'mkdir') this.#entries.set(path, FOLDER);
    if (name === 'unlink' || name === 'rmdir') this.#entries.delete(path);
    if (name === 'rename' || name === 'link') this.#give(path, toPath(args[1]), name);
    return undefined;
  }

  #give(path, newPath, way) {
    this.#entries.set(newPath, this.#entries.get(path));
    if (way === 'rename') this.#entries.delete(path);
  }

  #open([, pathArgument, flags], result) {
    const path = this.#findPath(pathArgument);
    if (path === undefined || SHARED_MEMORY.test(path)) return;
    const descriptor = readNumber(result);
    if (flags.includes('O_APPEND')) this.#positions.delete(descriptor);
    else this.#positions.set(descriptor, 0);
    if (flags.includes('O_CREAT') && !this.#entries.has(path)) {
      this.#entries.set(path, new RecordedFile());
    }
    if (flags.includes('O_TRUNC')) this.#entries.get(path).begin({ length: 0 })();
  }

  #findPath(argument) {
    return argument.includes(this.#rootInHex) ? toPath(argument) : undefined;
  }
}
