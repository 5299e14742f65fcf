import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { artifactLimits, type Clock, isDatabaseAway } from '#shared';
import type { ArtifactStore, BundleStore, ChunkStore, WaitingBundle } from '../index.ts';
import { BundleFault } from '../rules/index.ts';
import type { Pause } from '#telemetry/plain';
import type { UnpackedBundle } from './unpack-bundle.ts';
import type { UnpackTask } from './unpack-in-thread.ts';

export interface AssemblyParts {
  readonly artifacts: Pick<ArtifactStore, 'addTable'>;
  readonly artifactBundles: Pick<BundleStore, 'claim' | 'renew' | 'settle' | 'refuse' | 'release'>;
  readonly artifactChunks: Pick<ChunkStore, 'read'>;
  /**
   * Folder for temporary files. Needs space for one bundle's zip and for the tables of its maps.
   */
  readonly workFolder: string;
  readonly unpack: (task: UnpackTask, signal: AbortSignal) => Promise<UnpackedBundle>;
  readonly clock: Clock;
  readonly pause: Pause;
}

/**
 * Number of attempts to assemble a bundle. Errata then gives the bundle up, so that other bundles
 * do not wait behind it.
 */
const MOST_ATTEMPTS = 3;
/** A work folder older than this is a leftover, because no assembly takes this long. */
const LEFTOVER_AFTER_MS = 3_600_000;
/** A claim lasts longer than some of these, because the database may be away for a while. */
const RENEW_EVERY_MS = 60_000;

/**
 * Assembles the next waiting bundle and returns whether there was one. After an internal fault the
 * bundle is released for another attempt.
 */
export async function assembleNext(parts: AssemblyParts, signal: AbortSignal): Promise<boolean> {
  const { artifactBundles, clock } = parts;
  const bundle = await artifactBundles.claim(clock.nowMs());
  if (!bundle) return false;
  let folder: string | undefined;
  const isOver = new AbortController();
  const renewing = keepClaimed(bundle, parts, isOver.signal);
  try {
    folder = await makeFolder(parts.workFolder, clock.nowMs());
    await assemble(bundle, { ...parts, folder, signal });
  } catch (error) {
    const detail = toDetail(error, bundle);
    if (detail !== undefined) {
      await artifactBundles.refuse(bundle, { detail, nowMs: clock.nowMs() });
      return true;
    }
    await artifactBundles.release(bundle);
    throw error;
  } finally {
    isOver.abort();
    await renewing;
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
  return true;
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

async function makeFolder(workFolder: string, nowMs: number): Promise<string> {
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(workFolder)) {
    const path = join(workFolder, name);
    const { mtimeMs } = await stat(path);
    if (mtimeMs < nowMs - LEFTOVER_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
  return mkdtemp(join(workFolder, 'bundle-'));
}

/**
 * Returns why no further attempt is made, or undefined when the bundle is tried again. A fault such
 * as a full disk or an unavailable database may be temporary.
 */
function toDetail(error: unknown, { attempts }: WaitingBundle): string | undefined {
  if (error instanceof BundleFault) return error.message;
  if (isDatabaseAway(error) || attempts < MOST_ATTEMPTS) return undefined;
  return `Errata could not read the bundle in ${MOST_ATTEMPTS} attempts. Its log says why.`;
}

interface Assembly extends AssemblyParts {
  readonly folder: string;
  readonly signal: AbortSignal;
}

async function assemble(bundle: WaitingBundle, assembly: Assembly): Promise<void> {
  const { artifacts, artifactBundles, unpack, folder, signal, clock } = assembly;
  const path = join(folder, 'bundle.zip');
  const bytes = await writeWhole(bundle, path, assembly);
  const { files } = await unpack({ path, folder }, signal);
  const nowMs = clock.nowMs();
  for (const checksum of new Set(files.flatMap(({ mapChecksum }) => mapChecksum ?? []))) {
    const table = join(folder, checksum);
    await artifacts.addTable(checksum, { pieces: createReadStream(table), nowMs });
    await rm(table);
  }
  await artifactBundles.settle(bundle, { files, bytes });
}

async function writeWhole(
  { checksum, chunks }: WaitingBundle,
  path: string,
  { artifactChunks }: Assembly,
): Promise<number> {
  const hash = createHash('sha1');
  const file = await open(path, 'wx');
  let bytes = 0;
  try {
    for (const chunk of chunks) {
      for await (const part of artifactChunks.read(chunk)) {
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
