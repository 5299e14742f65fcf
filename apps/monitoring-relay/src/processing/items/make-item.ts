import { toReason } from '#telemetry/plain';
import type {
  DeclaredType,
  MadeItem,
  Mistake,
  ReadItem,
  SpooledItem,
} from '#product/recording/reports/relay';
import type { ItemTypes } from '../../outcomes/item-types.ts';
import { type EventOptions, makeEvent } from './event.ts';
import { type EventPlace, type Made, type MadeEvent, sources } from './made.ts';

/** The types of items that capabilities read. */
export type ReadTypes = ItemTypes<DeclaredType>;

export interface ItemOptions extends EventOptions {
  readonly types: ReadTypes;
}

type Fault = Mistake & { readonly error?: unknown };

/**
 * Turns an item into the event or other row to record. The item's type must be one that `types`
 * keeps. Never throws; rejects only when source maps cannot be read. A returned problem contains
 * the item's index.
 */
export function makeItem(
  item: SpooledItem,
  place: EventPlace,
  { types, ...options }: ItemOptions,
): Made | Promise<Made> {
  const toMade = (made: MadeEvent | ReadItem<MadeItem> | Fault): Made => {
    if ('isEmpty' in made) return { ok: true, empty: place.toKind(item.type) };
    if (made.ok) return made;
    const { ok, ...fault } = made;
    return { ok, problem: { kind: place.toKind(item.type), item: place.item, ...fault } };
  };
  if (!Object.hasOwn(sources, item.type)) {
    return toMade(tryTo(() => types.find(item.type)!.read(item, place)));
  }
  const first = tryTo(() => makeEvent(item, place, options));
  if (!('finish' in first)) return toMade(first);
  return first.mapping.then((mapped) => toMade(tryTo(() => first.finish(mapped))));
}

function tryTo<Result>(make: () => Result): Result | Fault {
  try {
    return make();
  } catch (error) {
    return { ok: false, reason: `Processing failed: ${toReason(error)}`, error };
  }
}
