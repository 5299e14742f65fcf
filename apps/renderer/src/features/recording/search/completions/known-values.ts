import { Injectable } from '@nestjs/common';
import { LongReads } from '#product';
import { MOST_VALUES } from '#product/recording/issues';
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

  /** Lists the values, or those with `typed` in them when there are too many. */
  async list(key: StoredKey, projects: Projects, typed = ''): Promise<readonly StoredValue[]> {
    const list = (text?: string) =>
      this.keep(`key ${key} ${text ?? ''}`, projects, (store, projectIds) =>
        store.list(key, {
          nowMs: this.clock.nowMs(),
          typed: text,
          projectIds,
        }),
      );
    const all = await list();
    return isWhole(all) ? all : list(typed);
  }

  listTags(projects: Projects): Promise<readonly StoredValue[]> {
    return this.keep('tags', projects, async (store, projectIds) =>
      (await store.listTags(projectIds)).map((value) => ({ value })),
    );
  }

  async listTagValues(
    name: string,
    projects: Projects,
    typed: string,
  ): Promise<readonly StoredValue[]> {
    const list = (text?: string) =>
      this.keep(`tag ${name} ${text ?? ''}`, projects, (store, projectIds) =>
        store.listTagValues(name, { typed: text, projectIds }),
      );
    const all = await list();
    return isWhole(all) ? all : list(typed);
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

function isWhole(values: readonly StoredValue[]): boolean {
  return values.length < MOST_VALUES;
}
