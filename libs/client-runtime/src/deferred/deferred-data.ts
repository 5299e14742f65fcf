import type { DeferredDatum, SegmentData } from '#shared';
import { toDeferred, toFulfilled, toSettled } from './settled.ts';
import type { DeferredPromise, Settled } from './settled.ts';

/** The deferred data of one page: promises by segment and name, settled in any order, each once. */
export class DeferredData {
  private readonly resolvers = new Map<string, PromiseWithResolvers<Settled>>();
  private readonly data = new Map<string, DeferredPromise>();

  /** `settled`: what had ended before the page was sent; views read it without waiting. */
  constructor(segments: readonly SegmentData[], settled: readonly DeferredDatum[] = []) {
    for (const line of settled) {
      this.data.set(toId(line.segment, line.name), toDeferred(toFulfilled(toSettled(line))));
    }
    segments.forEach(({ deferred = [] }, segment) => {
      for (const name of deferred) this.open(toId(segment, name));
    });
  }

  /** What a segment's view is given besides its data. The same promises for the same page. */
  propsOf(segment: number, names: readonly string[] = []): Record<string, DeferredPromise> {
    return Object.fromEntries(
      names.map((name) => {
        const datum = this.data.get(toId(segment, name));
        if (!datum) throw new Error(`No deferred datum is named ${name}.`);
        return [name, datum];
      }),
    );
  }

  /** Settles the datum of a line. A line that nobody waits for changes nothing. */
  settle(line: DeferredDatum): void {
    this.resolvers.get(toId(line.segment, line.name))?.resolve(toSettled(line));
  }

  /** The answer is over: what has not settled never will. */
  cutOff(error: Error): void {
    for (const { reject } of this.resolvers.values()) reject(error);
  }

  private open(id: string): void {
    if (this.data.has(id)) return;
    const resolver = withResolvers<Settled>();
    this.resolvers.set(id, resolver);
    this.data.set(id, toDeferred(resolver.promise));
  }
}

interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
}

/** As `Promise.withResolvers`, which Node.js 20 does not have. */
function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}

function toId(segment: number, name: string): string {
  return `${segment} ${name}`;
}
