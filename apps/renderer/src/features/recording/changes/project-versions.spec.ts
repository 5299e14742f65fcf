import { beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from '#shared';
import { ProjectVersions } from './project-versions.ts';

const SECOND_MS = 1000;

class Store {
  readonly stored = new Map([
    [1, 5],
    [2, 7],
  ]);
  readonly mutes: (readonly [untilMs: number, projectId: number])[] = [];
  isAway = false;

  async readVersions(): Promise<ReadonlyMap<number, number>> {
    if (this.isAway) throw new Error('away');
    return new Map(this.stored);
  }

  async listUnmuted(afterMs: number, upToMs: number): Promise<number[]> {
    return this.mutes.flatMap(([untilMs, id]) =>
      untilMs > afterMs && untilMs <= upToMs ? [id] : [],
    );
  }

  raise(projectId: number, by = 1): void {
    this.stored.set(projectId, (this.stored.get(projectId) ?? 0) + by);
  }
}

class Time extends Clock {
  ms = 1_000_000;

  override nowMs(): number {
    return this.ms;
  }
}

describe('ProjectVersions', () => {
  let store: Store;
  let time: Time;
  let versions: ProjectVersions;

  beforeEach(async () => {
    store = new Store();
    time = new Time();
    versions = new ProjectVersions(store, time);
    before = await versions.read();
  });

  let before: Awaited<ReturnType<ProjectVersions['read']>>;

  async function listChanged(): Promise<(number | 'all')[]> {
    time.ms += SECOND_MS;
    const now = await versions.read();
    const ids = [...now.projects.keys()].filter(
      (id) => now.projects.get(id) !== before.projects.get(id),
    );
    const changed = now.all === before.all ? ids : ['all' as const, ...ids];
    before = now;
    return changed;
  }

  it('change for a project whose version was raised, and for all', async () => {
    expect(await listChanged()).toEqual([]);
    store.raise(2);
    expect(await listChanged()).toEqual(['all', 2]);
    expect(await listChanged()).toEqual([]);
  });

  it('change once when a mute has run out', async () => {
    store.mutes.push([time.ms + 1.5 * SECOND_MS, 1]);
    expect(await listChanged()).toEqual([]);
    expect(await listChanged()).toEqual(['all', 1]);
    expect(await listChanged()).toEqual([]);
  });

  it('change when a mute runs out while an issue changes, and at the next change', async () => {
    store.mutes.push([time.ms + SECOND_MS, 1]);
    store.raise(1);
    expect(await listChanged()).toEqual(['all', 1]);
    store.mutes.length = 0;
    store.raise(1);
    expect(await listChanged()).toEqual(['all', 1]);
  });

  it('miss no mute that ran out while the store was unreachable', async () => {
    store.mutes.push([time.ms + SECOND_MS, 1]);
    store.isAway = true;
    await expect(listChanged()).rejects.toThrow('away');
    store.isAway = false;
    expect(await listChanged()).toEqual(['all', 1]);
  });

  it('change for all when a project is made, or deleted while another version rises', async () => {
    store.raise(3);
    expect(await listChanged()).toEqual(['all', 3]);
    store.stored.delete(1);
    store.raise(2, 5);
    expect(await listChanged()).toEqual(['all', 2]);
    store.stored.delete(3);
    expect(await listChanged()).toEqual(['all']);
  });
});
