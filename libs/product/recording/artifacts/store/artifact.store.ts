import type { Kysely, Selectable } from 'kysely';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { inChunks, toPortableText } from '#persistence/stores';
import type { ArtifactFilesTable } from './artifact.tables.ts';
import { readBlob, writeBlob } from './blobs.ts';
import type { Artifact } from '../rules/artifact.types.ts';

/** A query returns so many files at most. */
const MOST_NEAR = 20;
/** A release has some hundred files. */
const MOST_READ = 2000;

/** Which build of a project a file was uploaded for. */
export interface BuildNames {
  readonly release: string;
  /** Absent: none. */
  readonly dist?: string;
}

/** Files of builds, and the tables that their maps have become. Every method rejects with `database.unavailable`. */
export class ArtifactStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /** Projects for which something was uploaded. */
  async listProjects(): Promise<ReadonlySet<number>> {
    const rows = await this.#database.kysely
      .selectFrom('artifact_bundles')
      .select('project_id')
      .distinct()
      .where('state', '=', 'ok')
      .execute();
    return new Set(rows.map((row) => row.project_id));
  }

  /** Files of a project with one of these debug ids, the newest first. */
  async listByDebugIds(projectId: number, debugIds: readonly string[]): Promise<Artifact[]> {
    const rows = await inChunks(debugIds, (some) =>
      selectFiles(this.#database.kysely)
        .where('project_id', '=', projectId)
        .where('debug_id', 'in', some)
        .orderBy('id', 'desc')
        .limit(MOST_NEAR)
        .execute(),
    );
    return rows.map(toArtifact);
  }

  /** Files of one build of a project at one of these addresses, the newest first. */
  async listByUrls(
    projectId: number,
    { release, dist }: BuildNames,
    urls: readonly string[],
  ): Promise<Artifact[]> {
    const rows = await inChunks(urls.map(toPortableText), (some) =>
      selectFiles(this.#database.kysely)
        .where('project_id', '=', projectId)
        .where('release', '=', toPortableText(release))
        .where((where) =>
          dist === undefined ? where('dist', 'is', null) : where('dist', '=', toPortableText(dist)),
        )
        .where('url', 'in', some)
        .orderBy('id', 'desc')
        .limit(MOST_NEAR)
        .execute(),
    );
    return rows.map(toArtifact);
  }

  /** Files of a project at one of these addresses, of whatever build, the newest first: at most `MOST_NEAR`. */
  async listAtUrls(projectId: number, urls: readonly string[]): Promise<Artifact[]> {
    const rows = await selectFiles(this.#database.kysely)
      .where('project_id', '=', projectId)
      .where('url', 'in', urls.map(toPortableText))
      .orderBy('id', 'desc')
      .limit(MOST_NEAR)
      .execute();
    return rows.map(toArtifact);
  }

  /** Sources of a release with the name of a file, at whatever address, the newest first: at most `MOST_NEAR`. */
  async listNamesakes(projectId: number, release: string, name: string): Promise<Artifact[]> {
    const rows = await selectFiles(this.#database.kysely)
      .where('project_id', '=', projectId)
      .where('release', '=', toPortableText(release))
      .where('kind', '=', 'source')
      .orderBy('id', 'desc')
      .limit(MOST_READ)
      .execute();
    const named = rows.filter(({ url }) => url.endsWith(`/${name}`));
    return named.slice(0, MOST_NEAR).map(toArtifact);
  }

  /** Other projects that have a debug id. */
  async listProjectsWith(debugId: string, exceptProjectId: number): Promise<number[]> {
    const rows = await this.#database.kysely
      .selectFrom('artifact_files')
      .select('project_id')
      .distinct()
      .where('debug_id', '=', debugId)
      .where('project_id', '!=', exceptProjectId)
      .limit(MOST_NEAR)
      .execute();
    return rows.map((row) => row.project_id);
  }

  /** Writes the table of a map; where there is one, that one stays. */
  async addTable(
    checksum: string,
    { pieces, nowMs }: { readonly pieces: AsyncIterable<Uint8Array>; readonly nowMs: number },
  ): Promise<void> {
    await writeBlob(this.#database, { kind: 'table', nowMs }, { pieces, finish: () => checksum });
  }

  /** The bytes of the table of a map, a part at a time; none where there is no such table. */
  readTable(checksum: string): AsyncGenerator<Buffer> {
    return readBlob(this.#database.kysely, 'table', checksum);
  }
}

function selectFiles(db: Kysely<Schema>) {
  return db.selectFrom('artifact_files').selectAll();
}

function toArtifact(row: Selectable<ArtifactFilesTable>): Artifact {
  return {
    id: row.id,
    bundleId: row.bundle_id,
    kind: row.kind,
    url: row.url,
    bytes: row.bytes,
    ...(row.debug_id === null ? {} : { debugId: row.debug_id }),
    ...(row.release === null ? {} : { release: row.release }),
    ...(row.dist === null ? {} : { dist: row.dist }),
    ...(row.map_url === null ? {} : { mapUrl: row.map_url }),
    ...(row.map_checksum === null ? {} : { mapChecksum: row.map_checksum }),
    ...(row.problem === null ? {} : { problem: row.problem }),
  };
}
