import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Clock, liveLimits, Scheduler } from '#shared';
import { ChangeSource } from './change-source.ts';
import type { Audience } from './change-source.ts';
import { Listener } from './listener.ts';

class NoticedChanges {
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

const CHECKS_WITHIN = Math.round(liveLimits.checkedWithinMs / liveLimits.readEveryMs);

const SLICE = 50;

async function inSlices(
  listeners: readonly Listener[],
  work: (slice: readonly Listener[]) => Promise<unknown> | void,
): Promise<void> {
  for (let from = 0; from < listeners.length; from += SLICE) {
    await work(listeners.slice(from, from + SLICE));
    await setImmediate();
  }
}

export type NotListening = 'no-source' | 'not-allowed' | 'too-many' | 'ending';

/**
 * Sends the tags of changed data to listening browsers. Reads nothing while nobody listens.
 *
 * ```ts
 * // Streams end first, because they would otherwise keep their connections open.
 * app.get(LiveStreams).end();
 * await app.close();
 * ```
 */
@Injectable()
export class LiveStreams implements BeforeApplicationShutdown {
  readonly #logger = new Logger(LiveStreams.name);
  /** The listener that was checked longest ago comes first. */
  readonly #listeners = new Set<Listener>();
  readonly #changes: NoticedChanges | undefined;
  /** Runs the turns outside of any request. They would log as the first listener's otherwise. */
  readonly #outside = AsyncLocalStorage.snapshot();
  #beatAtMs: number;
  #cancelTurn: (() => void) | undefined;
  #isReadable = true;
  #isEnding = false;

  constructor(
    @Optional() @Inject(ChangeSource) private readonly source: ChangeSource | undefined,
    private readonly clock: Clock,
    private readonly scheduler: Scheduler,
  ) {
    this.#changes = source && new NoticedChanges(source, clock);
    this.#beatAtMs = clock.nowMs();
  }

  get size(): number {
    return this.#listeners.size;
  }

  /**
   * Starts an event stream as the response, beginning with the changes of the last `missedMs`.
   * Resolves with undefined once the stream has started, or with the reason why it did not.
   * Rejects, with the response unchanged, when the changes cannot be read.
   */
  async open(
    request: Request,
    response: Response,
    missedMs: number,
  ): Promise<NotListening | undefined> {
    const { source } = this;
    const changes = this.#changes;
    if (!source || !changes) return 'no-source';
    const audience = await source.findAudience(request);
    if (!audience) return 'not-allowed';
    // While others listen, the versions are at most a second old and need no reading.
    if (this.#listeners.size === 0) await changes.read();
    if (this.#isEnding) return 'ending';
    if (response.destroyed) return undefined;
    // Nothing waits between this check and `add`, so requests at the same time cannot all pass it.
    if (this.#isFull(audience)) return 'too-many';
    const listener = new Listener(request, response, audience);
    this.#listeners.add(listener);
    response.once('close', () => this.#listeners.delete(listener));
    listener.begin();
    this.#tellOne(listener, changes.listSince(missedMs + liveLimits.missedSlackMs));
    // This heartbeat tells a client that it has received all missed changes.
    listener.beat();
    this.#cancelTurn ??= this.#outside(() => this.#planTurn());
    return undefined;
  }

  #isFull(audience: Audience): boolean {
    const own = [...this.#listeners].filter((each) => each.isOf(audience)).length;
    return own >= liveLimits.connectionsOfPerson || this.#listeners.size >= liveLimits.connections;
  }

  end(): void {
    this.#isEnding = true;
    this.#cancelTurn?.();
    for (const listener of this.#listeners) listener.end();
  }

  beforeApplicationShutdown(): void {
    this.end();
  }

  #planTurn(): () => void {
    return this.scheduler.runAfter(liveLimits.readEveryMs, () => void this.#turn());
  }

  async #turn(): Promise<void> {
    await Promise.all([this.#tell(), this.#beat(), this.#check()]);
    this.#cancelTurn = this.#listeners.size > 0 && !this.#isEnding ? this.#planTurn() : undefined;
  }

  async #tell(): Promise<void> {
    const tags = await this.#read();
    if (tags.length === 0) return;
    await inSlices([...this.#listeners], (slice) => {
      for (const listener of slice) this.#tellOne(listener, tags);
    });
  }

  #tellOne(listener: Listener, tags: readonly string[]): void {
    try {
      listener.tell(tags, this.#listeners.size * liveLimits.spreadMsPerListener);
    } catch (error) {
      this.#logger.warn('A browser could not be told of changes. It has to connect again.', error);
      listener.end();
    }
  }

  /** Heartbeats do not wait for `#read`, which may take long. */
  async #beat(): Promise<void> {
    const nowMs = this.clock.nowMs();
    if (Math.abs(nowMs - this.#beatAtMs) < liveLimits.heartbeatEveryMs) return;
    this.#beatAtMs = nowMs;
    await inSlices([...this.#listeners], (slice) => {
      for (const listener of slice) listener.beat();
    });
  }

  async #read(): Promise<readonly string[]> {
    try {
      const tags = await this.#changes?.read();
      this.#isReadable = true;
      return tags ?? [];
    } catch (error) {
      if (this.#isReadable)
        this.#logger.warn('Changes cannot be read. It is tried every second.', error);
      this.#isReadable = false;
      return [];
    }
  }

  /**
   * Ends the connections of listeners whose identity or rights have changed. Each call checks only
   * some of the listeners.
   */
  async #check(): Promise<void> {
    const some = Math.ceil(this.#listeners.size / CHECKS_WITHIN);
    const due = [...this.#listeners].slice(0, some);
    await inSlices(due, (slice) => Promise.all(slice.map((each) => this.#checkOne(each))));
  }

  async #checkOne(listener: Listener): Promise<void> {
    if (this.#listeners.delete(listener)) this.#listeners.add(listener);
    try {
      const audience = await this.source?.findAudience(listener.request);
      if (!audience || !listener.hasSameRights(audience)) listener.end();
    } catch {
      // The database is away, which `#read` has logged. A later call checks again.
    }
  }
}
