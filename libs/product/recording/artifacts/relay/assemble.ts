import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { artifactLimits, type Clock, formatBytes, isDatabaseAway } from '#shared';
import type { ArtifactStore, BundleStore, ChunkStore, WaitingBundle } from '../index.ts';
import { BundleFault, NoRoom } from '../rules/index.ts';
import type { Pause } from '#telemetry/plain';
import type { UnpackedBundle, UnpackTask } from './unpack-bundle.ts';

export interface AssemblyParts {
  readonly artifacts: Pick<ArtifactStore, 'addTable'>;
  readonly artifactBundles: Pick<
    BundleStore,
    'claim' | 'renew' | 'settle' | 'refuse' | 'release' | 'hold'
  >;
  readonly artifactChunks: Pick<ChunkStore, 'read' | 'measure'>;
  readonly work: WorkPlace;
  readonly unpack: (task: UnpackTask, signal: AbortSignal) => Promise<UnpackedBundle>;
  readonly clock: Clock;
  readonly pause: Pause;
}

/** Where the files of an assembly are: one bundle's zip, and the tables of its maps. */
export interface WorkPlace {
  /** Runs `work` in a folder of its own, which is gone afterwards, however the process ends. */
  inFolder<T>(work: (folder: string) => Promise<T>): Promise<T>;
  /** Resolves with the bytes of the disk that may be taken; Infinity where the system does not tell. */
  findRoom(): Promise<number>;
}

/** A claim lasts longer than some of these, because the database may be away for a while. */
const RENEW_EVERY_MS = 60_000;
const ASK_AGAIN_MS = 5000;

/**
 * Assembles the next waiting bundle and returns whether there was one. After an internal fault the
 * bundle is released for another attempt.
 */
export async function assembleNext(parts: AssemblyParts, signal: AbortSignal): Promise<boolean> {
  const { artifactBundles, clock } = parts;
  const bundle = await artifactBundles.claim(clock.nowMs());
  if (!bundle) return false;
  if (bundle.isExpired && bundle.attempts > artifactLimits.attempts) {
    await artifactBundles.refuse(bundle, { detail: ENDED, nowMs: clock.nowMs() });
    return true;
  }
  const isOver = new AbortController();
  const renewing = keepClaimed(bundle, parts, isOver.signal);
  try {
    await requireRoom(bundle, parts);
    await parts.work.inFolder((folder) => assemble(bundle, { ...parts, folder, signal }));
  } catch (error) {
    const isStopped = signal.aborted;
    const isAway = isDatabaseAway(error) && error.code === 'database.unavailable';
    const isLast = !isStopped && !isAway && bundle.attempts >= artifactLimits.attempts;
    if (error instanceof NoRoom && !isLast) {
      await artifactBundles.hold(bundle, error.message);
      return true;
    }
    if (error instanceof BundleFault || isLast) {
      const detail = error instanceof BundleFault ? error.message : UNKNOWN;
      await artifactBundles.refuse(bundle, { detail, nowMs: clock.nowMs() });
      return true;
    }
    await letGo(bundle, parts, signal);
    throw error;
  } finally {
    isOver.abort();
    await renewing;
  }
  return true;
}

const ENDED = `Errata stopped while it read this upload, at the last of ${artifactLimits.attempts} attempts, probably for want of memory. Give the relay more memory, or split the largest map, and upload again.`;
const UNKNOWN = `Errata could not read the bundle in ${artifactLimits.attempts} attempts. Its log says why.`;

/**
 * Throws unless the disk has room for the zip and for the tables of its maps, twice: as files, and in
 * a database that may be on the same disk.
 */
async function requireRoom(
  { chunks }: WaitingBundle,
  { artifactChunks, work }: AssemblyParts,
): Promise<void> {
  const { tablesOfZip, tableBytes } = artifactLimits;
  const zipBytes = await artifactChunks.measure(chunks);
  const neededBytes = zipBytes + 2 * Math.min(zipBytes * tablesOfZip, tableBytes);
  const roomBytes = await work.findRoom();
  if (roomBytes >= neededBytes) return;
  throw new NoRoom(
    `The disk of the relay has no room for this upload: reading it takes up to ${formatBytes(neededBytes)}, and ${formatBytes(Math.max(0, roomBytes))} may be used.`,
  );
}

/**
 * Releases the claim, once the database is back. A stop is no attempt; after any other fault,
 * bundles with fewer attempts come first. A claim that a stop left would count as an attempt.
 */
async function letGo(
  bundle: WaitingBundle,
  { artifactBundles, pause }: AssemblyParts,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      return await artifactBundles.release(bundle, { isAttempt: !signal.aborted });
    } catch (error) {
      if (!isDatabaseAway(error) || signal.aborted) throw error;
      await pause.wait(ASK_AGAIN_MS, signal);
    }
  }
}

async function keepClaimed(
  bundle: WaitingBundle,
  { artifactBundles, clock, pause }: AssemblyParts,
  until: AbortSignal,
): Promise<void> {
  for (;;) {
    await pause.wait(RENEW_EVERY_MS, until);
    if (until.aborted) return;
    await artifactBundles.renew(bundle, clock.nowMs()).catch(() => undefined);
  }
}

interface Assembly extends AssemblyParts {
  readonly folder: string;
  readonly signal: AbortSignal;
}

async function assemble(bundle: WaitingBundle, assembly: Assembly): Promise<void> {
  const { artifacts, artifactBundles, unpack, folder, signal, clock, work } = assembly;
  const path = join(folder, 'bundle.zip');
  const bytes = await writeWhole(bundle, path, assembly);
  const roomBytes = (await work.findRoom()) / 2;
  const { files } = await unpack({ path, folder, roomBytes }, signal);
  const nowMs = clock.nowMs();
  for (const checksum of new Set(files.flatMap(({ mapChecksum }) => mapChecksum ?? []))) {
    signal.throwIfAborted();
    const table = join(folder, checksum);
    await artifacts.addTable(checksum, { pieces: createReadStream(table), nowMs });
    await rm(table);
  }
  await artifactBundles.settle(bundle, { files, bytes });
}

async function writeWhole(
  { checksum, chunks }: WaitingBundle,
  path: string,
  { artifactChunks, signal }: Assembly,
): Promise<number> {
  const hash = createHash('sha1');
  const file = await open(path, 'wx');
  let bytes = 0;
  try {
    for (const chunk of chunks) {
      for await (const part of artifactChunks.read(chunk)) {
        signal.throwIfAborted();
        bytes += part.length;
        if (bytes > artifactLimits.bundleBytes) {
          throw new BundleFault('The bundle is larger than 1 GiB.');
        }
        hash.update(part);
        await file.write(part);
      }
    }
  } finally {
    await file.close();
  }
  if (hash.digest('hex') !== checksum) {
    throw new BundleFault('The chunks of the bundle do not have its checksum. Upload it again.');
  }
  return bytes;
}
