import { closeSync, constants, mkdirSync, openSync, readvSync, statSync, writeSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BodyPlace } from '../segments/body-place.ts';
import { SegmentReader } from '../segments/segment-reader.ts';
import type { BodyInFile, CopiedRows, PlacedBody } from './copied-rows.ts';

export interface SpoolFolders {
  readonly from: string;
  readonly to: string;
}

export interface MissingBody {
  readonly id: number;
  readonly place: string;
}

/**
 * Copies the bodies of `rows` to the same places in `to`, and skips bodies that are already there.
 * Resolves with the bodies that are missing in `from`. The relay may overwrite a body, or delete
 * its file, once no row names the body.
 */
export async function copyBodies(rows: CopiedRows, folders: SpoolFolders): Promise<MissingBody[]> {
  const missing = await copySegments(rows, folders);
  for (const { id, name, bytes } of rows.listInFiles()) {
    if (!(await copyBodyFile({ name, bytes }, folders))) missing.push({ id, place: name });
  }
  return missing;
}

async function copySegments(rows: CopiedRows, { from, to }: SpoolFolders): Promise<MissingBody[]> {
  const [original, copy] = [openSegments(from), openSegments(to)];
  const missing: MissingBody[] = [];
  try {
    for (const page of rows.listPlaced()) {
      const lacking = leaveOutRead(page, copy);
      const bodies = original.read(lacking.map(({ place }) => place));
      for (const [index, { id, place }] of lacking.entries()) {
        const body = bodies[index];
        if (body) write(join(to, 'segments'), place, body);
        else missing.push({ id, place: `${place.segment} ${place.offset}` });
      }
      await nextTurn();
    }
  } finally {
    original.close();
    copy.close();
  }
  return missing;
}

function openSegments(folder: string): SegmentReader {
  return new SegmentReader({
    locate: (segment) => join(folder, 'segments', String(segment)),
    readvSync,
  });
}

function leaveOutRead(page: readonly PlacedBody[], copy: SegmentReader): PlacedBody[] {
  const bodies = copy.read(page.map(({ place }) => place));
  return page.filter((_, index) => !bodies[index]);
}

function write(folder: string, { segment, offset }: BodyPlace, body: Buffer): void {
  mkdirSync(folder, { recursive: true });
  const { O_CREAT, O_WRONLY } = constants;
  const descriptor = openSync(join(folder, String(segment)), O_CREAT | O_WRONLY, 0o600);
  try {
    for (let bytes = 0; bytes < body.length;) {
      bytes += writeSync(descriptor, body, bytes, body.length - bytes, offset + bytes);
    }
  } finally {
    closeSync(descriptor);
  }
}

async function copyBodyFile(
  { name, bytes }: Omit<BodyInFile, 'id'>,
  { from, to }: SpoolFolders,
): Promise<boolean> {
  const copied = join(to, 'bodies', name);
  if (hasBytes(copied, bytes)) return true;
  mkdirSync(join(to, 'bodies'), { recursive: true });
  try {
    await copyFile(join(from, 'bodies', name), copied);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return hasBytes(copied, bytes);
}

function hasBytes(path: string, bytes: number): boolean {
  return statSync(path, { throwIfNoEntry: false })?.size === bytes;
}
