import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#shared';
import { type AssetEncoding, assetEncodings, parseFileName, toFileName } from './asset-form.ts';

/** Beside the running one, about 1 MB each. */
const MOST_BUILDS = 10;
/** By so much the build that was replaced is older than the one that replaced it. */
const REPLACED_MS = 1000;

export interface KeptBuildsParts {
  /** Has a folder for each build. Made where it is missing; the one it stands in must exist. */
  readonly folder: string;
  /** Id of the running build. */
  readonly build: string;
  /** Where the running build has its files for browsers. */
  readonly source: string;
  /** For how long a build is kept after another replaced it; 0 keeps the running one alone. */
  readonly keptMs: number;
  readonly clock: Clock;
}

export interface FoundAsset {
  readonly encoding: AssetEncoding;
  readonly body: Buffer;
}

interface Kept {
  readonly build: string;
  /** When it was last started, or replaced by another: the modification time of its folder. */
  readonly usedMs: number;
}

/**
 * The browser's files of the last builds, on this machine's disk: a browser goes on with the page it has when the next
 * build is deployed. A machine that never ran a build does not have its files; there the browser reloads the page once.
 */
export class KeptBuilds {
  constructor(private readonly parts: KeptBuildsParts) {}

  /**
   * Copies the running build, and drops those that were replaced too long ago. Processes of one folder may do so at once; one
   * that is killed leaves whole files only, and the next start adds the rest. Rejects when the disk refuses.
   */
  async keep(): Promise<void> {
    const { folder, build, clock } = this.parts;
    const own = join(folder, build);
    const nowMs = clock.nowMs();
    await mkdirIn(folder);
    const [last] = await this.list();
    // It was used until now, however long ago it was started.
    if (last && last.build !== build) await mark(join(folder, last.build), nowMs - REPLACED_MS);
    // First, since the disk may be full.
    await this.dropOld(nowMs);
    await mkdirIn(own);
    await this.copyTo(own);
    await mark(own, nowMs);
  }

  /** The smallest form of the file `name`, of whatever build, among those in one of `encodings`. Rejects when the disk fails. */
  async find(name: string, encodings: readonly AssetEncoding[]): Promise<FoundAsset | undefined> {
    const wanted = assetEncodings.filter((encoding) => encodings.includes(encoding));
    for (const { build } of await this.list()) {
      for (const encoding of wanted) {
        const file = join(this.parts.folder, build, toFileName({ name, encoding }));
        const body = await unlessMissing(readFile(file));
        if (body) return { encoding, body };
      }
    }
    return undefined;
  }

  private async dropOld(nowMs: number): Promise<void> {
    const { folder, build, keptMs } = this.parts;
    const others = (await this.list()).filter((kept) => kept.build !== build);
    for (const [index, other] of others.entries()) {
      if (index < MOST_BUILDS && other.usedMs >= nowMs - keptMs) continue;
      await rm(join(folder, other.build), { recursive: true, force: true });
    }
  }

  /** Not synced: a power cut may leave an empty file, which the next start of this build notices by its size. */
  private async copyTo(own: string): Promise<void> {
    const { source } = this.parts;
    for (const file of await readdir(source)) {
      if (!parseFileName(file)) continue;
      const [built, kept] = [join(source, file), join(own, file)];
      const { size } = await stat(built);
      if ((await unlessMissing(stat(kept)))?.size !== size) await replace(kept, built);
    }
  }

  /** The latest first. */
  private async list(): Promise<Kept[]> {
    const { folder } = this.parts;
    const entries = await unlessMissing(readdir(folder, { withFileTypes: true }));
    const kept: Kept[] = [];
    for (const entry of entries ?? []) {
      const found = entry.isDirectory() && (await unlessMissing(stat(join(folder, entry.name))));
      // File systems count in other units; on the way there and back a millisecond may lose a part.
      if (found) kept.push({ build: entry.name, usedMs: Math.round(found.mtimeMs) });
    }
    return kept.toSorted((a, b) => b.usedMs - a.usedMs);
  }
}

function mark(folder: string, usedMs: number): Promise<void> {
  const used = new Date(usedMs);
  return utimes(folder, used, used);
}

/** Nobody ever sees a part of the file, however this ends. */
async function replace(file: string, original: string): Promise<void> {
  const temporary = join(file, '..', `.${randomUUID()}`);
  try {
    // A copy by the system would take over who may read the original.
    await writeFile(temporary, await readFile(original));
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** None above it is made: a data folder that is not mounted is not to be made up. */
async function mkdirIn(path: string): Promise<void> {
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
