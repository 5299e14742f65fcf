import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import type { BundleFile } from '../index.ts';
import {
  BundleFault,
  inMemory,
  MapTable,
  type BundledFile,
  buildMapTable,
  findDebugId,
  findMapReference,
  hasSecondSnippet,
  listMapAddresses,
  MapFault,
  NoRoom,
  readInlineMap,
  readManifest,
  withoutSnippetLine,
} from '../rules/index.ts';
import { artifactLimits, formatBytes } from '#shared';
import { findFreeMemory } from './free-memory.ts';

const MANIFEST = 'manifest.json';
/**
 * Memory that reading a map takes for each of its bytes, beside that of its thread. Maps of 10 to 62
 * MiB took 3.4 to 4.6 with ASCII alone, and 5.0 to 5.7 with other characters.
 */
const MEMORY_EACH = 6;
/** A script is held as bytes and as a text of up to two bytes a character. */
const MEMORY_EACH_OF_SCRIPT = 3;
const MEMORY_OF_THREAD = 32 * 1024 ** 2;
/** All that Errata can ever free for a bundle: what it takes itself stays. */
const MOST_MEMORY =
  Math.min(totalmem(), process.constrainedMemory() || Infinity) - process.memoryUsage.rss();

/** The table of each map is a file in the folder, named by the checksum of the map. */
export interface UnpackTask {
  readonly path: string;
  readonly folder: string;
  /** Room that the disk has for tables. */
  readonly roomBytes: number;
}

export interface UnpackedBundle {
  readonly files: readonly BundleFile[];
}

/**
 * Reads the zip at `path` and writes a table for each map into `folder`. Bytes before the zip are
 * ignored. Throws a `BundleFault` for a zip that is broken or too large. A broken map does not
 * throw: its file has a `problem`.
 */
export async function unpackBundle(
  { path, folder, roomBytes }: UnpackTask,
  findMemory = findFreeMemory,
): Promise<UnpackedBundle> {
  const zip = await openZip(path);
  try {
    const entries = await listEntries(zip);
    const manifest = readManifest(await readManifestText(zip, entries));
    if (manifest.files.length > artifactLimits.filesPerBundle) throw tooMany();
    const files: BundleFile[] = [];
    const moved = new Set<string>();
    const room = { bytes: Math.min(artifactLimits.tableBytes, roomBytes) };
    for (const file of sourcesFirst(manifest.files)) {
      const entry = entries.get(file.entry);
      if (!entry) throw new BundleFault(`The bundle has no file ${file.entry}, which it lists.`);
      files.push(
        await unpackFile(file, { zip, entry, folder, moved, room, roomBytes, findMemory }),
      );
    }
    return { files: withProblems(files) };
  } finally {
    zip.close();
  }
}

/**
 * Copies a map's problem to its source. An unreadable map has no debug id, so the source finds it
 * by address.
 */
function withProblems(files: readonly BundleFile[]): readonly BundleFile[] {
  const problems = new Map(files.map(({ url, problem }) => [url, problem]));
  return files.map((file) => {
    if (file.kind === 'map' || file.mapChecksum !== undefined) return file;
    const problem = listMapAddresses(file)
      .map((url) => problems.get(url))
      .find((each) => each !== undefined);
    return problem === undefined ? file : { ...file, problem };
  });
}

/** Puts sources first, because a source decides how its map is read. */
function sourcesFirst(files: readonly BundledFile[]): readonly BundledFile[] {
  const isSource = ({ type }: BundledFile) => type !== 'source_map';
  return [...files.filter(isSource), ...files.filter((file) => !isSource(file))];
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { lazyEntries: true, autoClose: false });
  } catch {
    throw new BundleFault('The bundle is not a zip file.');
  }
}

/**
 * Lists entries by name. Throws when the entries' stated sizes add up to more than is allowed. An
 * entry is never read beyond its stated size.
 */
async function listEntries(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > artifactLimits.filesPerBundle + 1) throw tooMany();
  const entries = new Map<string, Entry>();
  let bytes = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      entries.set(entry.fileName, entry);
      bytes += entry.uncompressedSize;
    }
  } catch {
    throw new BundleFault('The list of files in the zip is broken.');
  }
  if (bytes > artifactLimits.unpackedBytes) {
    throw new BundleFault('The files of the bundle are larger than 2 GiB together.');
  }
  return entries;
}

async function readManifestText(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
): Promise<string> {
  const entry = entries.get(MANIFEST);
  if (!entry) throw new BundleFault('The bundle has no manifest.json.');
  return (await readEntry(zip, entry, artifactLimits.manifestBytes)).toString('utf8');
}

async function readEntry(zip: ZipFile, entry: Entry, mostBytes: number): Promise<Buffer> {
  const { fileName, uncompressedSize } = entry;
  if (uncompressedSize > mostBytes) {
    throw new BundleFault(`The file ${fileName} is larger than ${mostBytes / 1024 / 1024} MiB.`);
  }
  try {
    const bytes = Buffer.allocUnsafe(uncompressedSize);
    let at = 0;
    // The stream fails when a file is longer or shorter than its entry says.
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      at += (piece as Buffer).copy(bytes, at);
    }
    return bytes;
  } catch {
    throw new BundleFault(`The file ${fileName} of the zip cannot be read.`);
  }
}

interface Place {
  readonly zip: ZipFile;
  readonly entry: Entry;
  readonly folder: string;
  /** Debug ids of maps that have one extra line at their start (`hasSecondSnippet`). */
  readonly moved: Set<string>;
  readonly room: { bytes: number };
  readonly roomBytes: number;
  readonly findMemory: () => Promise<number>;
}

async function unpackFile(file: BundledFile, place: Place): Promise<BundleFile> {
  const isMap = file.type === 'source_map';
  const each = isMap ? MEMORY_EACH : MEMORY_EACH_OF_SCRIPT;
  await requireMemory(file, place.entry.uncompressedSize * each, place);
  const bytes = await readEntry(place.zip, place.entry, artifactLimits.fileBytes);
  const { url, debugId } = file;
  const facts = { url, bytes: bytes.length, ...(debugId === undefined ? {} : { debugId }) };
  const text = bytes.toString('utf8');
  if (file.type === 'minified_source') return unpackSource(text, file, { ...place, facts });
  const isMoved = debugId !== undefined && place.moved.has(debugId);
  const map = isMoved ? withoutSnippetLine(text) : text;
  return { kind: 'map', ...(await writeTable(map, place)), ...facts };
}

async function unpackSource(
  source: string,
  { url, debugId = findDebugId(source), mapUrl: header }: BundledFile,
  { facts, ...place }: Place & { readonly facts: Pick<BundleFile, 'url' | 'bytes'> },
): Promise<BundleFile> {
  const isMoved = hasSecondSnippet(source, url);
  if (isMoved && debugId !== undefined) place.moved.add(debugId);
  const inline = readInlineMap(source);
  if (inline !== undefined) await requireMemory({ url }, inline.length * MEMORY_EACH, place);
  const mapUrl = inline === undefined ? (header ?? findMapReference(source)) : undefined;
  return {
    ...facts,
    kind: 'source',
    ...(debugId === undefined ? {} : { debugId }),
    ...(mapUrl === undefined ? {} : { mapUrl: mapUrl.slice(0, artifactLimits.textLength) }),
    ...(inline === undefined
      ? {}
      : await writeTable(isMoved ? withoutSnippetLine(inline) : inline, place)),
  };
}

async function writeTable(
  json: string,
  { folder, room, roomBytes }: Pick<Place, 'folder' | 'room' | 'roomBytes'>,
): Promise<Pick<BundleFile, 'mapChecksum' | 'problem' | 'debugId'>> {
  try {
    const table = buildMapTable(json);
    room.bytes -= table.length;
    if (room.bytes < 0) throw toTooLarge(roomBytes);
    const { debugId } = MapTable.open(inMemory(table)).readFacts();
    const mapChecksum = createHash('sha256').update(json).digest('hex');
    await writeFile(join(folder, mapChecksum), table);
    return { mapChecksum, ...(debugId === undefined ? {} : { debugId }) };
  } catch (error) {
    if (error instanceof MapFault) return { problem: error.reason };
    throw error;
  }
}

/** Without this, the kernel would end the whole relay. */
async function requireMemory(
  { url }: Pick<BundledFile, 'url'>,
  bytes: number,
  { findMemory }: Pick<Place, 'findMemory'>,
): Promise<void> {
  const neededBytes = bytes + MEMORY_OF_THREAD;
  const freeBytes = await findMemory();
  if (neededBytes <= freeBytes) return;
  const [needed, free] = [neededBytes, freeBytes].map(formatBytes);
  const sentence = `Reading ${url} takes ${needed} of memory, and ${free} are free. Give the relay more memory, or split the script, and upload again.`;
  throw neededBytes > MOST_MEMORY ? new BundleFault(sentence) : new NoRoom(sentence);
}

function toTooLarge(roomBytes: number): BundleFault {
  return roomBytes < artifactLimits.tableBytes
    ? new NoRoom(
        `The disk of the relay has no room for the maps of this upload: ${formatBytes(roomBytes)} may be used.`,
      )
    : new BundleFault('The maps of the bundle are too large together.');
}

function tooMany(): BundleFault {
  return new BundleFault(`The bundle has more than ${artifactLimits.filesPerBundle} files.`);
}
