import { Injectable } from '@nestjs/common';
import { LongReads } from '#product';
import type { CompletionStore, StoredKey, StoredValue } from '#product/recording/issues';
import { Clock } from '#shared';

const FRESH_FOR_MS = 5000;
const MOST_CACHED = 100;

type Projects = 'all' | readonly number[];

/** Caches values for some seconds, because every typed letter asks for them. */
@Injectable()
export class KnownValues {
  private readonly known = new Map<
    string,
    { readonly atMs: number; readonly values: Promise<readonly StoredValue[]> }
  >();

  constructor(
    private readonly reads: LongReads,
    private readonly clock: Clock,
  ) {}

  list(key: StoredKey, projects: Projects): Promise<readonly StoredValue[]> {
    return this.keep(`key ${key}`, projects, (store, projectIds) =>
      store.list(key, { nowMs: this.clock.nowMs(), ...(projectIds ? { projectIds } : {}) }),
    );
  }

  listTags(projects: Projects): Promise<readonly StoredValue[]> {
    return this.keep('tags', projects, async (store, projectIds) =>
      (await store.listTags(projectIds)).map((value) => ({ value })),
    );
  }

  listTagValues(name: string, projects: Projects): Promise<readonly StoredValue[]> {
    return this.keep(`tag ${name}`, projects, (store, projectIds) =>
      store.listTagValues(name, projectIds),
    );
  }

  private keep(
    what: string,
    projects: Projects,
    ask: (
      store: CompletionStore,
      projectIds: readonly number[] | undefined,
    ) => Promise<readonly StoredValue[]>,
  ): Promise<readonly StoredValue[]> {
    const nowMs = this.clock.nowMs();
    const name = `${what} ${String(projects)}`;
    const known = this.known.get(name);
    if (known && Math.abs(nowMs - known.atMs) < FRESH_FOR_MS) return known.values;
    const values = ask(this.reads.stores.completions, projects === 'all' ? undefined : projects);
    values.catch(() => this.known.delete(name));
    if (this.known.size >= MOST_CACHED) this.known.clear();
    this.known.set(name, { atMs: nowMs, values });
    return values;
  }
}
