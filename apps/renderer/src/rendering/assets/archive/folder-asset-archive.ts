import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '#shared';
import { AssetArchive } from './asset-archive.ts';
import type { BuiltAsset, FoundAsset } from './asset-archive.ts';
import { assetEncodings, isHashedName, toFileName } from '../asset-form.ts';
import type { AssetEncoding } from '../asset-form.ts';

/** Its modification time is when the build was last in use. Hashed names begin with no dot. */
const MARKER = '.used';

/** A folder per build, for the processes of one machine. */
export class FolderAssetArchive extends AssetArchive {
  /** `folder` is made when something is kept; the one it stands in must exist. */
  constructor(
    private readonly folder: string,
    private readonly clock: Clock,
  ) {
    super();
  }

  /**
   * Nothing is synced to the disk: after a power failure a file of the latest minute may be empty. It
   * is one of the build that starts again then, which notices by its size.
   */
  override async keep(build: string, assets: readonly BuiltAsset[]): Promise<void> {
    await this.touch(build);
    for (const asset of assets) {
      const file = join(this.folder, build, toFileName(asset));
      const kept = await unlessMissing(stat(file));
      if (kept?.size !== asset.bytes) await replaceFile(file, await asset.read());
    }
  }

  override async find(
    name: string,
    encodings: readonly AssetEncoding[],
  ): Promise<FoundAsset | undefined> {
    if (!isHashedName(name)) return undefined;
    const wanted = assetEncodings.filter((encoding) => encodings.includes(encoding));
    for (const build of await this.listBuilds()) {
      for (const encoding of wanted) {
        const file = join(this.folder, build, toFileName({ name, encoding }));
        const body = await unlessMissing(readFile(file));
        if (body) return { encoding, body };
      }
    }
    return undefined;
  }

  override async touch(build: string): Promise<void> {
    await makeFolder(this.folder);
    await makeFolder(join(this.folder, build));
    const marker = await open(join(this.folder, build, MARKER), 'a');
    try {
      const now = new Date(this.clock.nowMs());
      await marker.utimes(now, now);
    } finally {
      await marker.close();
    }
  }

  override async forget(unusedSinceMs: number): Promise<void> {
    for (const build of await this.listBuilds()) {
      const folder = join(this.folder, build);
      // Without a marker the process that made the folder was killed before it wrote one.
      const used =
        (await unlessMissing(stat(join(folder, MARKER)))) ?? (await unlessMissing(stat(folder)));
      // File systems count in other units; on the way there and back a millisecond may lose a part.
      if (used && Math.round(used.mtimeMs) < unusedSinceMs) {
        await rm(folder, { recursive: true, force: true });
      }
    }
  }

  private async listBuilds(): Promise<string[]> {
    const entries = await unlessMissing(readdir(this.folder, { withFileTypes: true }));
    return (entries ?? []).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  }
}

/** Nobody ever sees a part of the file, however this ends. */
async function replaceFile(file: string, body: Buffer): Promise<void> {
  const temporary = join(dirname(file), `.${randomUUID()}`);
  try {
    await writeFile(temporary, body);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}

async function unlessMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
