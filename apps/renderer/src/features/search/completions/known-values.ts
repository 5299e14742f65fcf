import { Injectable } from '@nestjs/common';
import { CompletionStore } from '#persistence';
import type { StoredKey, StoredValue } from '#persistence';
import { Clock } from '#shared';

const FRESH_FOR_MS = 5000;
const KEPT = 100;

/** The values of a key some seconds ago: each letter that is typed asks for them. */
@Injectable()
export class KnownValues {
  private readonly known = new Map<
    string,
    { readonly atMs: number; readonly values: Promise<readonly StoredValue[]> }
  >();

  constructor(
    private readonly completions: CompletionStore,
    private readonly clock: Clock,
  ) {}

  /** As `CompletionStore.list` has it. */
  list(key: StoredKey, projects: 'all' | readonly number[]): Promise<readonly StoredValue[]> {
    const nowMs = this.clock.nowMs();
    const name = `${key} ${String(projects)}`;
    const known = this.known.get(name);
    if (known && Math.abs(nowMs - known.atMs) < FRESH_FOR_MS) return known.values;
    const values = this.completions.list(key, {
      nowMs,
      ...(projects === 'all' ? {} : { projectIds: projects }),
    });
    // What failed is asked again.
    values.catch(() => this.known.delete(name));
    if (this.known.size >= KEPT) this.known.clear();
    this.known.set(name, { atMs: nowMs, values });
    return values;
  }
}
