import { readFileSync } from 'node:fs';
import { isAbsolute, join, normalize } from 'node:path';
import type { DatabaseContents } from '#persistence';

const FILE_NAME = 'backup.json';
const FORMAT = 1;

export interface CopiedFile {
  /** Within the backup. */
  readonly path: string;
  readonly bytes: number;
  /** In hex. */
  readonly sha256: string;
}

export interface CopiedSpool {
  /** Its folder's name. */
  readonly name: string;
  readonly version: number;
  /** Reports that wait in it to be processed. */
  readonly queued: number;
  /** Reports that wait in it to be forwarded; absent when there are none. */
  readonly owed?: number;
  readonly rows: DatabaseContents['rows'];
}

/** What a backup holds, by which it is checked. */
export interface Manifest {
  readonly format: typeof FORMAT;
  /** Of Errata. */
  readonly version: string;
  /** ISO 8601, when it was whole. */
  readonly takenAt: string;
  /** Absent when there was none yet. */
  readonly database?: DatabaseContents;
  readonly spools: readonly CopiedSpool[];
  /** All but this one. */
  readonly files: readonly CopiedFile[];
}

export function locateManifest(folder: string): string {
  return join(folder, FILE_NAME);
}

export function formatManifest(manifest: Omit<Manifest, 'format'>): string {
  return `${JSON.stringify({ format: FORMAT, ...manifest }, undefined, 2)}\n`;
}

/** Throws a RangeError when the folder has no whole backup, or one of a newer format. */
export function readManifest(folder: string): Manifest {
  const manifest = parse(readText(folder));
  if (typeof manifest?.format === 'number' && manifest.format > FORMAT) {
    throw new RangeError(
      `the backup ${folder} was made by a newer version, ${String(manifest.version)}`,
    );
  }
  if (!manifest || !isManifest(manifest)) {
    throw new RangeError(`${folder} is no backup, or is damaged: its backup.json cannot be read`);
  }
  return manifest;
}

function readText(folder: string): string {
  try {
    return readFileSync(locateManifest(folder), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    throw new RangeError(`${folder} is no backup: it has no backup.json`);
  }
}

function parse(text: string): Partial<Record<keyof Manifest, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function isManifest(value: Partial<Record<keyof Manifest, unknown>>): value is Manifest {
  const { format, version, takenAt, spools, files } = value;
  if (format !== FORMAT || typeof version !== 'string' || typeof takenAt !== 'string') return false;
  if (!Array.isArray(spools) || !Array.isArray(files)) return false;
  const paths = [...files.map(({ path }: CopiedFile) => path), ...spools.map(({ name }) => name)];
  return paths.every(isWithin);
}

/** A backup may come from elsewhere: nothing is written beside where it is restored. */
function isWithin(path: unknown): boolean {
  return typeof path === 'string' && !isAbsolute(path) && !normalize(path).startsWith('..');
}
