import type { GeneratedFrame } from '#events';
import type { Clock } from '#shared';
import type { Artifact, ArtifactStore, BuildNames } from '../index.ts';
import {
  findMapOfAddress,
  findMapOfDebugId,
  type FoundMap,
  listAddresses,
  listMapAddresses,
  toDebugId,
} from '../rules/index.ts';

/** Time for which results are reused. A new or removed upload may go unnoticed for this long. */
const REUSED_MS = 2000;
const MOST_REMEMBERED = 5000;

export type MapSource = Pick<ArtifactStore, 'listByDebugIds' | 'listByUrls' | 'listInBundles'>;

export interface SoughtFile extends Pick<GeneratedFrame, 'debugId' | 'url'> {
  readonly projectId: number;
  readonly build: BuildNames | undefined;
  /** True when the SDK sends the debug id of each file that has one. */
  readonly readsDebugIds: boolean;
}

interface Remembered {
  readonly found: FoundMap | undefined;
  readonly atMs: number;
}

/**
 * Looks for a file's map by debug id first. If no map is found, looks by release, distribution and
 * URL. Reuses results for a short time, because events of one bug need the same files. Rejects with
 * `database.unavailable`.
 */
export class MapFinder {
  private readonly remembered = new Map<string, Remembered>();

  constructor(
    private readonly artifacts: MapSource,
    private readonly clock: Clock,
  ) {}

  async find(sought: SoughtFile): Promise<FoundMap | undefined> {
    const { projectId, debugId, url, build, readsDebugIds } = sought;
    const key = JSON.stringify([projectId, debugId, url, build, readsDebugIds]);
    const nowMs = this.clock.nowMs();
    const known = this.remembered.get(key);
    if (known && Math.abs(nowMs - known.atMs) < REUSED_MS) return known.found;
    const byId = await this.findByDebugId(sought);
    const found = byId?.ok ? byId : ((await this.findByAddress(sought)) ?? byId);
    if (this.remembered.size >= MOST_REMEMBERED) this.remembered.clear();
    this.remembered.set(key, { found, atMs: nowMs });
    return found;
  }

  forget(): void {
    this.remembered.clear();
  }

  private async findByDebugId({ projectId, debugId }: SoughtFile): Promise<FoundMap | undefined> {
    const id = toDebugId(debugId);
    if (id === undefined) return undefined;
    const files = await this.artifacts.listByDebugIds(projectId, [id]);
    const found = findMapOfDebugId(files);
    if (!found || found.ok) return found;
    return findMapOfDebugId(files, await this.artifacts.listInBundles(files, listMapAddresses));
  }

  private async findByAddress(sought: SoughtFile): Promise<FoundMap | undefined> {
    const { projectId, url, build } = sought;
    if (!build) return undefined;
    const list = (urls: readonly string[]) => this.artifacts.listByUrls(projectId, build, urls);
    const files = (await list(listAddresses(url))).filter((file) => mayHaveRun(file, sought));
    if (files.length === 0 || files[0]?.mapChecksum !== undefined)
      return findMapOfAddress(files, []);
    return findMapOfAddress(files, await list(files.flatMap(listMapAddresses)));
  }
}

/**
 * Returns whether an uploaded file may be the file that ran. An upload with a debug id cannot be a
 * file that ran without an id or with another id: injecting an id moves lines, so the map would be
 * wrong.
 */
function mayHaveRun({ debugId }: Artifact, sought: SoughtFile): boolean {
  if (debugId === undefined) return true;
  const ran = toDebugId(sought.debugId);
  return ran === undefined ? !sought.readsDebugIds : ran === debugId;
}
