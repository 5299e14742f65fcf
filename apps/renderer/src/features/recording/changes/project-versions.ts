import type { ProjectChangeStore } from '#product/recording/changes';
import type { Clock } from '#shared';

/** Every change in a project raises the project's version and `all`. Versions never fall. */
export interface Versions {
  readonly all: number;
  readonly projects: ReadonlyMap<number, number>;
}

/**
 * Adds the number of ended mutes to the stored versions of projects, because nothing is stored when
 * a mute ends. A restart loses these counts. This does no harm, because the first read after a
 * start reports every project as changed.
 */
export class ProjectVersions {
  #readAtMs: number | undefined;
  #projects: ReadonlyMap<number, number> = new Map();
  readonly #unmuted = new Map<number, number>();
  /**
   * Version of all projects together, which grows when a project changes, appears or disappears.
   * The sum of the projects' versions could stay the same when a project disappears.
   */
  #all = 0;

  constructor(
    private readonly store: Pick<ProjectChangeStore, 'readVersions' | 'listUnmuted'>,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads the current versions. Must not be called while another call runs. Rejects with
   * `database.unavailable`; the next successful call also reports what changed meanwhile.
   */
  async read(): Promise<Versions> {
    const nowMs = this.clock.nowMs();
    const unmuted = await this.store.listUnmuted(this.#readAtMs ?? nowMs, nowMs);
    const stored = await this.store.readVersions();
    this.#readAtMs = nowMs;
    for (const id of unmuted) this.#unmuted.set(id, (this.#unmuted.get(id) ?? 0) + 1);
    const projects = new Map(
      [...stored].map(([id, version]) => [id, version + (this.#unmuted.get(id) ?? 0)] as const),
    );
    if (!isAlike(projects, this.#projects)) this.#all += 1;
    this.#projects = projects;
    return { all: this.#all, projects };
  }
}

function isAlike(some: ReadonlyMap<number, number>, others: ReadonlyMap<number, number>): boolean {
  return (
    some.size === others.size && [...some].every(([id, version]) => others.get(id) === version)
  );
}
