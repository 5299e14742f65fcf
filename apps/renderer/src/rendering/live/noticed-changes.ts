import type { Clock } from '#shared';
import type { ChangeSource } from './change-source.ts';

/** When this renderer noticed that what has a tag had changed. */
export class NoticedChanges {
  #versions: ReadonlyMap<string, number> = new Map();
  readonly #noticedAtMs = new Map<string, number>();
  #reading: Promise<readonly string[]> | undefined;

  constructor(
    private readonly source: Pick<ChangeSource, 'readVersions'>,
    private readonly clock: Clock,
  ) {}

  /**
   * Resolves with the tags of what has changed since the last time; the first time, those of everything. Asked while it
   * reads, it reads no second time. Rejects when the versions cannot be read.
   */
  read(): Promise<readonly string[]> {
    this.#reading ??= this.#readOnce().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** Tags of what was noticed within the last `missedMs`. */
  listSince(missedMs: number): string[] {
    const fromMs = this.clock.nowMs() - missedMs;
    return [...this.#noticedAtMs].flatMap(([tag, atMs]) => (atMs >= fromMs ? [tag] : []));
  }

  async #readOnce(): Promise<readonly string[]> {
    const versions = await this.source.readVersions();
    const nowMs = this.clock.nowMs();
    const tags = [...versions.keys()].filter(
      (tag) => versions.get(tag) !== this.#versions.get(tag),
    );
    // What is gone has changed for the last time.
    for (const tag of this.#versions.keys()) if (!versions.has(tag)) this.#noticedAtMs.delete(tag);
    for (const tag of tags) this.#noticedAtMs.set(tag, nowMs);
    this.#versions = versions;
    return tags;
  }
}
