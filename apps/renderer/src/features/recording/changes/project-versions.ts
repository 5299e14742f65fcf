import type { ProjectChangeStore } from '#product/recording/changes';
import type { Clock } from '#shared';

/** Another number after each change; each only grows. */
export interface Versions {
  /** The version of all projects together. */
  readonly all: number;
  /** The version of each project, by its id. */
  readonly projects: ReadonlyMap<number, number>;
}

/**
 * Versions of projects as this renderer counts them. To what is stored it adds how often mutes ran out, which nothing writes down. After a
 * restart they begin anew, which is nothing to mind: the first time that versions are read, everything counts as changed.
 */
export class ProjectVersions {
  #readAtMs: number | undefined;
  #projects: ReadonlyMap<number, number> = new Map();
  /** How often mutes ran out, by the project's id. */
  readonly #unmuted = new Map<number, number>();
  /** How often any project was found changed, made or gone. A sum of versions could stay the same when one is gone. */
  #all = 0;

  constructor(
    private readonly store: Pick<ProjectChangeStore, 'readVersions' | 'listUnmuted'>,
    private readonly clock: Clock,
  ) {}

  /** Not to be called while it reads. Rejects with `database.unavailable`: then the next time tells of what has changed meanwhile. */
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
