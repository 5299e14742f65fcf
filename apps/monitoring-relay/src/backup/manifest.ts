import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseContents } from '#persistence';

export interface CopiedFile {
  /** Relative to the backup's folder. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface CopiedSpool {
  readonly name: string;
  readonly version: number;
  readonly queued: number;
  readonly owed?: number;
  readonly rows: DatabaseContents['rows'];
}

export interface Manifest {
  readonly format: number;
  readonly version: string;
  /** Time at which the backup was complete, in ISO 8601. */
  readonly takenAt: string;
  readonly database?: DatabaseContents;
  readonly spools: readonly CopiedSpool[];
  /** All files except the manifest and its checksum. */
  readonly files: readonly CopiedFile[];
}

const FILE_NAME = 'backup.json';
const CHECKSUM_NAME = `${FILE_NAME}.sha256`;
const FORMAT = 2;

const TEXT = /^/;
const ROWS: Shape = { '*': 'count' };
/**
 * A backup may come from an untrusted source. The patterns refuse file names that lead out of the
 * backup's folder or out of the restored folder.
 */
const SHAPE: Shape = {
  version: TEXT,
  takenAt: TEXT,
  'database?': {
    kind: /^(?:sqlite|postgres)$/,
    migrations: [TEXT],
    rows: ROWS,
    'columns?': { '*': [TEXT] },
    'sequences?': ROWS,
  },
  spools: [
    {
      name: /^(?!\.\.?$)[^/\0]+$/,
      version: 'count',
      queued: 'count',
      'owed?': 'count',
      rows: ROWS,
    },
  ],
  files: [
    {
      path: /^(?:secret|(?:database|spool)(?:\/(?!\.\.?(?:\/|$))[^/\0]+)+)$/,
      bytes: 'count',
      sha256: /^[0-9a-f]{64}$/,
    },
  ],
};

/**
 * Writes the manifest and its checksum into the folder, and flushes both to the disk. `sha256sum
 * -c` can read the checksum's file.
 */
export function writeManifest(folder: string, contents: Omit<Manifest, 'format'>): Manifest {
  const manifest = { format: FORMAT, ...contents };
  const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
  const checksum = `${hash(text)}  ${FILE_NAME}\n`;
  writeFileSync(join(folder, FILE_NAME), text, { flush: true });
  writeFileSync(join(folder, CHECKSUM_NAME), checksum, { flush: true });
  return manifest;
}

/**
 * Throws a RangeError when the folder contains no complete backup, or a backup of a newer format.
 */
export function readManifest(folder: string): Manifest {
  const text = readText(folder, FILE_NAME);
  if (text === undefined) throw new RangeError(`${folder} is no backup: it has no ${FILE_NAME}`);
  const manifest = parse(text);
  if (manifest?.format && manifest.format > FORMAT) {
    throw new RangeError(`the backup ${folder} was made by a newer version, ${manifest.version}`);
  }
  requireChecksum(folder, text);
  if (!fits(manifest, SHAPE) || !namesItsFiles(manifest as Manifest)) {
    throw new RangeError(`${folder} is no backup, or is damaged: its ${FILE_NAME} cannot be read`);
  }
  return manifest as Manifest;
}

function namesItsFiles({ database, spools, files }: Manifest): boolean {
  const paths = new Set(files.map(({ path }) => path));
  const needed = spools.map(({ name }) => `spool/${name}/spool.sqlite`);
  if (database?.kind === 'sqlite') needed.push('database/errata.sqlite');
  if (database?.kind === 'postgres') {
    const tables = Object.keys(database.rows);
    if (tables.some((table) => !database.columns?.[table])) return false;
    needed.push(...tables.map((table) => `database/${table}.copy`));
  }
  return needed.every((path) => paths.has(path));
}

function requireChecksum(folder: string, text: string): void {
  const checksum = readText(folder, CHECKSUM_NAME)?.split(' ')[0];
  if (checksum === hash(text)) return;
  throw new RangeError(
    checksum === undefined
      ? `${folder} is no backup, or is damaged: ${CHECKSUM_NAME} is missing`
      : `the backup is damaged: ${join(folder, FILE_NAME)} has changed since it was written`,
  );
}

function readText(folder: string, name: string): string | undefined {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    return undefined;
  }
}

function parse(text: string): Partial<Manifest> | undefined {
  try {
    return (JSON.parse(text) ?? undefined) as Partial<Manifest> | undefined;
  } catch {
    return undefined;
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Shape of a JSON value. In an object, a field whose name ends in `?` is optional, and `*` stands
 * for any field name.
 */
type Shape = RegExp | 'count' | readonly [Shape] | { readonly [field: string]: Shape };

function fits(value: unknown, shape: Shape): boolean {
  if (shape === 'count') return Number.isSafeInteger(value);
  if (shape instanceof RegExp) return typeof value === 'string' && shape.test(value);
  if (isList(shape)) return Array.isArray(value) && value.every((item) => fits(item, shape[0]));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.entries(shape).every(([name, inner]) => {
    if (name === '*') return Object.values(fields).every((field) => fits(field, inner));
    const field = fields[name.replace('?', '')];
    return (name.endsWith('?') && field === undefined) || fits(field, inner);
  });
}

function isList(shape: Exclude<Shape, string | RegExp>): shape is readonly [Shape] {
  return Array.isArray(shape);
}
