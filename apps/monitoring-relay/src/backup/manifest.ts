import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isManifest } from './manifest-shape.ts';
import type { Manifest } from './manifest-shape.ts';

const FILE_NAME = 'backup.json';
const CHECKSUM_NAME = `${FILE_NAME}.sha256`;
/** 1 had no checksum. */
const FORMAT = 2;

/** Into the folder, synced, with the checksum as `sha256sum -c` reads it. Throws what the disk says. */
export function writeManifest(folder: string, contents: Omit<Manifest, 'format'>): Manifest {
  const manifest = { format: FORMAT, ...contents };
  const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
  const checksum = `${hash(text)}  ${FILE_NAME}\n`;
  writeFileSync(join(folder, FILE_NAME), text, { flush: true });
  writeFileSync(join(folder, CHECKSUM_NAME), checksum, { flush: true });
  return manifest;
}

/** Throws a RangeError when the folder has no whole backup, or one of a newer format. */
export function readManifest(folder: string): Manifest {
  const text = readText(folder, FILE_NAME);
  if (text === undefined) throw new RangeError(`${folder} is no backup: it has no ${FILE_NAME}`);
  const manifest = parse(text);
  if (typeof manifest?.['format'] === 'number' && manifest['format'] > FORMAT) {
    throw new RangeError(
      `the backup ${folder} was made by a newer version, ${String(manifest['version'])}`,
    );
  }
  if (manifest?.['format'] !== 1) requireChecksum(folder, text);
  if (!isManifest(manifest)) {
    throw new RangeError(`${folder} is no backup, or is damaged: its ${FILE_NAME} cannot be read`);
  }
  return manifest;
}

function requireChecksum(folder: string, text: string): void {
  const checksum = readText(folder, CHECKSUM_NAME)?.split(' ')[0];
  if (checksum === hash(text)) return;
  throw new RangeError(
    checksum === undefined
      ? `${folder} is no backup, or is damaged: ${CHECKSUM_NAME} is missing`
      : `the backup is damaged: ${join(folder, FILE_NAME)} is not as it was written`,
  );
}

/** Undefined where it is not there. */
function readText(folder: string, name: string): string | undefined {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    return undefined;
  }
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
