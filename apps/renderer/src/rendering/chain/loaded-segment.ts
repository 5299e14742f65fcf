import type { SegmentData } from '#shared';
import { assertJson } from '../pages/assert-json.ts';
import { toHead } from '../head/page-head.ts';
import type { AnySegmentOptions } from '../pages/segment-options.ts';

/** A segment whose loader has run, or did not have to. */
export interface LoadedSegment {
  /** As it travels: what is deferred is named, not contained. */
  readonly segment: SegmentData;
  /** What is deferred, by name. */
  readonly deferred: ReadonlyMap<string, Promise<unknown>>;
}

interface SegmentIdentity {
  readonly key: string;
  readonly view: string;
}

type SegmentFunctions = Readonly<
  Record<keyof AnySegmentOptions, ((props: unknown) => never) | undefined>
>;

/** A segment that the client holds, or whose data it did not ask for. */
export function toHeldSegment({ key, view }: SegmentIdentity): LoadedSegment {
  return { segment: { key, view, head: {}, tags: [] }, deferred: new Map() };
}

/** A segment of what its loader returned. Outermost values that are promises are deferred. Throws for what is no JSON. */
export function toLoadedSegment(
  { key, view }: SegmentIdentity,
  options: AnySegmentOptions,
  props: unknown,
): LoadedSegment {
  const { head, tags } = options as SegmentFunctions;
  const [data, deferred] = splitDeferred(props ?? {});
  assertJson(data, view);
  return {
    segment: {
      key,
      view,
      head: head ? toHead(head(props)) : {},
      tags: tags?.(props) ?? [],
      data,
      ...(deferred.size > 0 ? { deferred: [...deferred.keys()] } : {}),
    },
    deferred,
  };
}

function splitDeferred(props: object): [data: object, deferred: Map<string, Promise<unknown>>] {
  const deferred = new Map<string, Promise<unknown>>();
  for (const [name, value] of Object.entries(props)) {
    if (!isThenable(value)) continue;
    const datum = Promise.resolve(value);
    deferred.set(name, datum);
    // It may fail before anybody waits for it.
    datum.catch(() => undefined);
  }
  if (deferred.size === 0) return [props, deferred];
  const eager = Object.entries(props).filter(([name]) => !deferred.has(name));
  return [Object.fromEntries(eager), deferred];
}

/** Promises, and what query builders give instead. */
function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as Partial<PromiseLike<unknown>> | null | undefined)?.then === 'function';
}
