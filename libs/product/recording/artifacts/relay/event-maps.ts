import {
  type FindPlace,
  type GeneratedFrame,
  type JsonObject,
  listGeneratedFrames,
  type Mapped,
  mapEvent,
  readObject,
  readText,
} from '#events';
import { artifactLimits, type Clock, isDatabaseAway, type MissCause } from '#shared';
import { describeError, Logger } from '#telemetry/plain';
import type { Artifact, ArtifactStore, BuildNames, BundleStore } from '../index.ts';
import { type MapTable, readsDebugIds, TableFault } from '../rules/index.ts';
import { MapFinder, type MapSource, type SoughtFile } from './map-finder.ts';
import { TableCache } from './table-cache.ts';

/**
 * The list of projects with uploads is read again after this time. Events of a project are mapped
 * only once the project is in the list.
 */
const PROJECTS_LAST_MS = 2000;
const MOST_FILES = 100;
const MOST_NOTED = 10_000;
/** Bytes of tables that are read for one event. 100 MB take more than a second of CPU. */
const MOST_TABLE_BYTES = 64 * 1024 * 1024;

export interface EventMapsParts {
  readonly artifacts: MapSource & Pick<ArtifactStore, 'listProjects' | 'readTable'>;
  readonly artifactBundles: Pick<BundleStore, 'noteUsed'>;
  readonly clock: Clock;
}

type Ran = Pick<SoughtFile, 'projectId' | 'build' | 'readsDebugIds'> & { room: { bytes: number } };

interface OpenMap {
  readonly file: Artifact;
  readonly table: MapTable;
}

/**
 * Finds the original positions of the stack frames of events in the source maps of their project.
 * Looks for a file's map by debug id first. If no map is found, looks by release, distribution and
 * URL. Never fetches maps over the network. Rejects with `database.unavailable`.
 */
export class EventMaps {
  private readonly logger = new Logger(EventMaps.name);
  private readonly tables: TableCache;
  private readonly finder: MapFinder;
  private projects: ReadonlySet<number> = new Set();
  private askedAtMs = -Infinity;
  private readonly noted = new Map<number, number>();

  constructor(private readonly parts: EventMapsParts) {
    this.tables = new TableCache(parts.artifacts);
    this.finder = new MapFinder(parts.artifacts, parts.clock);
  }

  /** Reads which projects have uploads. Call this before each batch. */
  async refresh(): Promise<void> {
    const nowMs = this.parts.clock.nowMs();
    if (Math.abs(nowMs - this.askedAtMs) < PROJECTS_LAST_MS) return;
    this.projects = await this.parts.artifacts.listProjects();
    this.askedAtMs = nowMs;
  }

  /** Drops what is cached about uploads, so that new uploads are found. Tables stay in memory. */
  forget(): void {
    this.askedAtMs = -Infinity;
    this.finder.forget();
  }

  /**
   * Maps the frames of an event to their original positions. Returns undefined instead of a promise
   * when the project has no uploads or the event has no frames of built JavaScript.
   */
  map(projectId: number, event: JsonObject): Promise<Mapped | undefined> | undefined {
    if (!this.projects.has(projectId)) return undefined;
    const frames = listGeneratedFrames(event)
      .flat()
      .filter((frame) => frame !== undefined);
    return frames.length === 0 ? undefined : this.mapFrames(projectId, { event, frames });
  }

  /** Opens the maps of the files one after another, so that only one table is in use at a time. */
  private async mapFrames(
    projectId: number,
    { event, frames }: { readonly event: JsonObject; readonly frames: readonly GeneratedFrame[] },
  ): Promise<Mapped | undefined> {
    const files = new Map<string, GeneratedFrame[]>();
    for (const frame of frames) {
      const ofFile = files.get(toFileKey(frame));
      if (ofFile) ofFile.push(frame);
      else files.set(toFileKey(frame), [frame]);
    }
    const places = new Map<string, ReturnType<FindPlace>>();
    const ran = {
      projectId,
      build: readBuild(event),
      readsDebugIds: readsDebugIds(readSdk(event)),
      room: { bytes: MOST_TABLE_BYTES },
    };
    for (const ofFile of [...files.values()].slice(0, MOST_FILES)) {
      const map = await this.openSafely(ofFile[0]!, ran);
      for (const frame of ofFile) {
        places.set(toPlaceKey(frame), typeof map === 'string' ? { miss: map } : find(map, frame));
      }
    }
    return mapEvent(event, (frame) => places.get(toPlaceKey(frame)) ?? { miss: 'no_file' });
  }

  /**
   * After an internal fault this file stays unmapped, and the other files of the event are still
   * mapped.
   */
  private async openSafely(frame: GeneratedFrame, ran: Ran): Promise<OpenMap | MissCause> {
    try {
      return await this.open(frame, ran);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      this.logger.warn(`A source map cannot be read. ${describeError(error)}`);
      return 'broken_map';
    }
  }

  private async open({ debugId, url }: GeneratedFrame, ran: Ran): Promise<OpenMap | MissCause> {
    const found = await this.finder.find({
      ...ran,
      url,
      ...(debugId === undefined ? {} : { debugId }),
    });
    if (!found) return debugId === undefined && !ran.build ? 'no_names' : 'no_file';
    if (!found.ok) return found.miss;
    const table = await this.tables.find(found.checksum, ran.room);
    await this.noteUse(found.file.bundleId);
    if (table === 'large') return table;
    return table ? { file: found.file, table } : 'broken_map';
  }

  private async noteUse(bundleId: number): Promise<void> {
    const { clock, artifactBundles } = this.parts;
    const nowMs = clock.nowMs();
    const notedMs = this.noted.get(bundleId) ?? -Infinity;
    if (Math.abs(nowMs - notedMs) < artifactLimits.usedAfterMs) return;
    if (this.noted.size >= MOST_NOTED) this.noted.clear();
    this.noted.set(bundleId, nowMs);
    try {
      await artifactBundles.noteUsed(bundleId, nowMs);
    } catch (error) {
      this.logger.warn(`The use of upload ${bundleId} was not noted. ${describeError(error)}`);
    }
  }
}

function toFileKey({ debugId, url }: GeneratedFrame): string {
  return `${debugId ?? ''}\n${url}`;
}

function toPlaceKey(frame: GeneratedFrame): string {
  return `${toFileKey(frame)}\n${frame.line}:${frame.column}`;
}

function readSdk(event: JsonObject): { readonly name: string; readonly version: string } {
  const sdk = readObject(event['sdk']);
  const read = (field: string) => readText(sdk?.[field], artifactLimits.textLength) ?? '';
  return { name: read('name'), version: read('version') };
}

function readBuild(event: JsonObject): BuildNames | undefined {
  const release = readText(event['release'], artifactLimits.releaseLength);
  const dist = readText(event['dist'], artifactLimits.releaseLength);
  if (!release) return undefined;
  return { release, dist: dist || undefined };
}

function find(map: OpenMap, frame: GeneratedFrame): ReturnType<FindPlace> {
  try {
    return findIn(map, frame);
  } catch (error) {
    if (error instanceof TableFault) return { miss: 'broken_map' };
    throw error;
  }
}

function findIn({ file, table }: OpenMap, { line, column }: GeneratedFrame): ReturnType<FindPlace> {
  const place = table.find(line, column);
  if (!place) return { miss: 'no_position' };
  const context = table.context(place.sourceIndex, place.line, { column: place.column });
  const { url, debugId } = file;
  return {
    by: { url, debugId },
    source: place.source,
    line: place.line,
    column: place.column,
    name: place.name,
    isLibrary: place.isIgnored ? true : undefined,
    context,
  };
}
