import type { Clock } from '#shared';
import type { ChangeSource } from './change-source.ts';

export class NoticedChanges {
  #versions: ReadonlyMap<string, number> = new Map();
  readonly #noticedAtMs = new Map<string, number>();
  #reading: Promise<readonly string[]> | undefined;

  constructor(
    private readonly source: Pick<ChangeSource, 'readVersions'>,
    private readonly clock: Clock,
  ) {}

  /**
   * Resolves with the tags that have changed since the last call; the first call gives all tags.
   * Calls during a read share its result. Rejects when the versions cannot be read.
   */
  read(): Promise<readonly string[]> {
    this.#reading ??= this.#readOnce().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

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
    for (const tag of this.#versions.keys()) if (!versions.has(tag)) this.#noticedAtMs.delete(tag);
    for (const tag of tags) this.#noticedAtMs.set(tag, nowMs);
    this.#versions = versions;
    return tags;
  }
}
