import type { KyselyDatabase } from '#persistence/stores';
import { toDebugId } from '../rules/map-table/debug-id.ts';
import { explainMiss, findOfBuild } from '../rules/explain-miss.ts';
import type { ExplainedMiss, MissedFile, NearMiss } from '../rules/explain-miss.ts';
import type { Artifact } from '../rules/artifact.types.ts';
import {
  listAddresses,
  listMapAddresses,
  listNamedMaps,
  readFileName,
} from '../rules/find-artifact.ts';
import { ArtifactStore } from './artifact.store.ts';
import { BundleStore } from './bundle.store.ts';

const OTHER_PROJECT = 'another project';

/**
 * Finds uploads that nearly fit a file without a map. All methods reject with
 * `database.unavailable`.
 */
export class NearMissStore {
  readonly #database: KyselyDatabase;
  readonly #artifacts: ArtifactStore;
  readonly #bundles: BundleStore;

  constructor(database: KyselyDatabase) {
    this.#database = database;
    this.#artifacts = new ArtifactStore(database);
    this.#bundles = new BundleStore(database);
  }

  /**
   * Explains why the file has no map, given the uploads that exist now. Other projects are named
   * only where `mayName` allows the reader to know of them.
   */
  async explain(
    projectId: number,
    missed: MissedFile,
    mayName: (projectId: number) => boolean,
  ): Promise<ExplainedMiss> {
    return explainMiss(missed, await this.#find(projectId, missed, mayName));
  }

  async #find(
    projectId: number,
    missed: MissedFile,
    mayName: (projectId: number) => boolean,
  ): Promise<NearMiss> {
    const { url, debugId, release } = missed;
    const id = toDebugId(debugId);
    const name = readFileName(url);
    const [withDebugId, elsewhere, atAddress, sameName, [latest]] = await Promise.all([
      id === undefined ? [] : this.#listWithDebugId(projectId, id),
      id === undefined ? [] : this.#artifacts.listProjectsWith(id, projectId),
      this.#artifacts.listAtUrls(projectId, listAddresses(url)),
      name === undefined ? [] : this.#artifacts.listNamesakes(projectId, name, release),
      this.#bundles.list(projectId, { limit: 1 }),
    ]);
    const [slugs, isWithoutMap] = await Promise.all([
      this.#findSlugs([projectId, ...elsewhere]),
      this.#isWithoutMap(projectId, findOfBuild(atAddress, missed)),
    ]);
    return {
      project: slugs.get(projectId) ?? '',
      withDebugId,
      elsewhere: elsewhere.map((each) =>
        mayName(each) ? (slugs.get(each) ?? OTHER_PROJECT) : OTHER_PROJECT,
      ),
      atAddress,
      isWithoutMap,
      sameName,
      latest,
    };
  }

  /** Returns the files with this debug id, and the maps without one that these files name. */
  async #listWithDebugId(projectId: number, id: string): Promise<Artifact[]> {
    const files = await this.#artifacts.listByDebugIds(projectId, [id]);
    const named = await this.#artifacts.listInBundles(files, listMapAddresses);
    return [...files, ...listNamedMaps(files, named)];
  }

  async #isWithoutMap(projectId: number, file: Artifact | undefined): Promise<boolean> {
    if (!file || file.mapChecksum !== undefined) return false;
    const id = toDebugId(file.debugId);
    const maps = await Promise.all([
      id === undefined ? [] : this.#listWithDebugId(projectId, id),
      this.#artifacts.listAtUrls(projectId, listMapAddresses(file)),
    ]);
    const [withId, named] = maps;
    const ofBuild = named.filter(
      ({ release, dist }) => release === file.release && dist === file.dist,
    );
    return [...withId, ...ofBuild].every(({ mapChecksum }) => mapChecksum === undefined);
  }

  async #findSlugs(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const rows = await this.#database.kysely
      .selectFrom('projects')
      .select(['id', 'slug'])
      .where('id', 'in', ids)
      .execute();
    return new Map(rows.map(({ id, slug }) => [id, slug]));
  }
}
