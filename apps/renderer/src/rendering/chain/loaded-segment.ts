import type { SegmentData } from '#shared';
import { assertJson } from '../pages/assert-json.ts';
import { toHead } from '../head/page-head.ts';
import type { AnySegmentOptions } from '../pages/segment-options.ts';

export interface LoadedSegment {
  /** The segment as it is sent, with the names of deferred data but without the values. */
  readonly segment: SegmentData;
  readonly deferred: ReadonlyMap<string, Promise<unknown>>;
}

interface SegmentIdentity {
  readonly key: string;
  readonly view: string;
  /** `PartSettler` has checked the data of parts, which need no second check. */
  readonly hasParts?: boolean;
}

type SegmentFunctions = Readonly<
  Record<keyof AnySegmentOptions, ((props: unknown) => never) | undefined>
>;

export function toHeldSegment({ key, view }: SegmentIdentity): LoadedSegment {
  return { segment: { key, view, head: {}, tags: [] }, deferred: new Map() };
}

/**
 * Turns a loader's result into a segment. Props that are promises are deferred. Throws when any
 * other prop cannot be sent as JSON.
 */
export function toLoadedSegment(
  { key, view, hasParts = false }: SegmentIdentity,
  options: AnySegmentOptions,
  props: unknown,
): LoadedSegment {
  const { head, tags } = options as SegmentFunctions;
  const [data, deferred] = splitDeferred(props ?? {});
  assertJson(hasParts ? { ...data, parts: null } : data, view);
  return {
    segment: {
      key,
      view,
      head: head ? toHead(head(props)) : {},
      tags: tags?.(props) ?? [],
      data,
      deferred: deferred.size > 0 ? [...deferred.keys()] : undefined,
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
    // Prevents an unhandled rejection when the promise fails before anything awaits it.
    datum.catch(() => undefined);
  }
  if (deferred.size === 0) return [props, deferred];
  const eager = Object.entries(props).filter(([name]) => !deferred.has(name));
  return [Object.fromEntries(eager), deferred];
}

/** True for promises and other objects with `then`, such as query builders. */
function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as Partial<PromiseLike<unknown>> | null | undefined)?.then === 'function';
}
