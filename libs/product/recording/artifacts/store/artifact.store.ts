import type { Kysely, Selectable } from 'kysely';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { inChunks, KeptQueries } from '#persistence/stores';
import type { ArtifactFilesTable } from './artifact.tables.ts';
import { readBlob, writeBlob } from './blobs.ts';
import type { Artifact } from '../rules/artifact.types.ts';
import { readFileName } from '../rules/find-artifact.ts';

const MOST_NEAR = 20;
/** Largest number of sources that a search reads. A release has a few hundred files. */
const MOST_READ = 2000;

export interface BuildNames {
  readonly release: string;
  readonly dist?: string;
}

/**
 * Reads files of builds, and the tables built from their maps. All methods reject with
 * `database.unavailable`.
 */
export class ArtifactStore {
  readonly #database: KyselyDatabase;
  readonly #listings = new Map<string, ReturnType<ArtifactStore['nameSources']>>();

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  async listProjects(): Promise<ReadonlySet<number>> {
    const { kysely } = this.#database;
    const rows = await KeptQueries.of(kysely).run('projects with artifacts', {}, () =>
      kysely
        .selectFrom('artifact_bundles')
        .select('project_id')
        .distinct()
        .where('state', '=', 'ok'),
    );
    return new Set(rows.map((row) => row.project_id));
  }

  /** Returns the project's files that have one of these debug ids, newest first. */
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

  /** Returns the files of one build at one of these URLs, newest first. */
  async listByUrls(
    projectId: number,
    { release, dist }: BuildNames,
    urls: readonly string[],
  ): Promise<Artifact[]> {
    const rows = await inChunks(urls, (some) =>
      selectFiles(this.#database.kysely)
        .where('project_id', '=', projectId)
        .where('release', '=', release)
        .where((where) =>
          dist === undefined ? where('dist', 'is', null) : where('dist', '=', dist),
        )
        .where('url', 'in', some)
        .orderBy('id', 'desc')
        .limit(MOST_NEAR)
        .execute(),
    );
    return rows.map(toArtifact);
  }

  /**
   * Returns at most `MOST_NEAR` of the project's files at these URLs, newest first. Their build
   * does not matter.
   */
  async listAtUrls(projectId: number, urls: readonly string[]): Promise<Artifact[]> {
    const rows = await selectFiles(this.#database.kysely)
      .where('project_id', '=', projectId)
      .where('url', 'in', urls)
      .orderBy('id', 'desc')
      .limit(MOST_NEAR)
      .execute();
    return rows.map(toArtifact);
  }

  /**
   * Returns at most `MOST_NEAR` files of the same uploads as `files`, newest first, at the URLs that
   * `toUrls` returns for each.
   */
  async listInBundles(
    files: readonly Artifact[],
    toUrls: (file: Artifact) => readonly string[],
  ): Promise<Artifact[]> {
    if (files.length === 0) return [];
    const bundleIds = [...new Set(files.map(({ bundleId }) => bundleId))];
    const rows = await inChunks([...new Set(files.flatMap(toUrls))], (some) =>
      selectFiles(this.#database.kysely)
        .where('bundle_id', 'in', bundleIds)
        .where('url', 'in', some)
        .orderBy('id', 'desc')
        .limit(MOST_NEAR)
        .execute(),
    );
    return rows.map(toArtifact);
  }

  /**
   * Returns at most `MOST_NEAR` sources that have this file name, newest first; those of a release
   * when one is given. Calls for several names at once read the sources once.
   */
  async listNamesakes(
    projectId: number,
    name: string,
    release: string | undefined,
  ): Promise<Artifact[]> {
    const key = JSON.stringify([projectId, release]);
    const listing =
      this.#listings.get(key) ??
      this.nameSources(projectId, release).finally(() => this.#listings.delete(key));
    this.#listings.set(key, listing);
    const ids = (await listing).filter((each) => each.name === name).map(({ id }) => id);
    if (ids.length === 0) return [];
    const rows = await selectFiles(this.#database.kysely)
      .where('id', 'in', ids.slice(0, MOST_NEAR))
      .orderBy('id', 'desc')
      .execute();
    return rows.map(toArtifact);
  }

  private async nameSources(projectId: number, release: string | undefined) {
    const rows = await this.#database.kysely
      .selectFrom('artifact_files')
      .select(['id', 'url'])
      .where('project_id', '=', projectId)
      .$if(release !== undefined, (query) => query.where('release', '=', release ?? ''))
      .where('kind', '=', 'source')
      .orderBy('id', 'desc')
      .limit(MOST_READ)
      .execute();
    return rows.map(({ id, url }) => ({ id, name: readFileName(url) }));
  }

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

  /** Stores the table of a map. An existing table stays. */
  async addTable(
    checksum: string,
    { pieces, nowMs }: { readonly pieces: AsyncIterable<Uint8Array>; readonly nowMs: number },
  ): Promise<void> {
    await writeBlob(this.#database, { kind: 'table', nowMs }, { pieces, finish: () => checksum });
  }

  /** Yields the bytes of a map's table in parts. Yields nothing when the table does not exist. */
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
    debugId: row.debug_id ?? undefined,
    release: row.release ?? undefined,
    dist: row.dist ?? undefined,
    mapUrl: row.map_url ?? undefined,
    mapChecksum: row.map_checksum ?? undefined,
    problem: row.problem ?? undefined,
  };
}
