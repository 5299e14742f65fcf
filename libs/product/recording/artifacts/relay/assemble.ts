import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { artifactLimits, type Clock } from '#shared';
import type { ArtifactStore, BundleStore, ChunkStore, WaitingBundle } from '../index.ts';
import { BundleFault } from '../rules/index.ts';
import type { UnpackedBundle } from './unpack-bundle.ts';
import type { UnpackTask } from './unpack-in-thread.ts';

export interface AssemblyParts {
  readonly artifacts: Pick<ArtifactStore, 'addTable'>;
  readonly artifactBundles: Pick<BundleStore, 'claim' | 'settle' | 'refuse' | 'release'>;
  readonly artifactChunks: Pick<ChunkStore, 'read'>;
  readonly unpack: (task: UnpackTask, signal: AbortSignal) => Promise<UnpackedBundle>;
  readonly clock: Clock;
}

/** Assembles the next bundle that waits. Resolves with whether there was one. A fault of ours gives the bundle back. */
export async function assembleNext(parts: AssemblyParts, signal: AbortSignal): Promise<boolean> {
  const { artifactBundles, clock } = parts;
  const bundle = await artifactBundles.claim(clock.nowMs());
  if (!bundle) return false;
  const folder = await mkdtemp(join(tmpdir(), 'errata-bundle-'));
  try {
    await assemble(bundle, { ...parts, folder, signal });
  } catch (error) {
    if (error instanceof BundleFault) {
      await artifactBundles.refuse(bundle.id, error.message);
      return true;
    }
    await artifactBundles.release(bundle.id);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return true;
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
    await artifacts.addTable(checksum, { pieces: createReadStream(join(folder, checksum)), nowMs });
  }
  await artifactBundles.settle({ id: bundle.id, files, bytes });
}

/** Puts the chunks together. Resolves with how many bytes they are. */
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
