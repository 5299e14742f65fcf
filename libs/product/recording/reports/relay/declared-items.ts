import type { ItemKind, ItemType } from '#shared';
import type { ReportItems } from '#product/recording/reports';
import type { ItemPlace, SpooledItem } from './item-place.ts';

/** A mistake of the sender, in words for the list of failed reports. */
export interface Mistake {
  readonly ok: false;
  readonly reason: string;
}

export type ReadItem<Item> =
  | { readonly ok: true; readonly item: Item }
  /** The item has no content, so that no later version could store it. */
  | { readonly ok: true; readonly isEmpty: true }
  | Mistake;

type Read<Item> = (item: SpooledItem, place: ItemPlace) => ReadItem<Item>;

type ItemOf<Name extends keyof ReportItems> = NonNullable<ReportItems[Name]>[number];

interface TypeReadBy<Reader> extends ItemType {
  /** May throw; the item then becomes a failed report. */
  readonly read: Reader;
  /**
   * Payloads with `$` in each place where a sender chooses text or values. A spec grows them, and
   * the time that reading takes may grow no faster.
   */
  readonly examples: readonly string[];
}

interface Declared<Name extends keyof ReportItems> {
  /** The list of a processed report that takes the items. A recording step reads it. */
  readonly list: Name;
  /** The types that envelopes give such items. */
  readonly types: Readonly<Record<string, TypeReadBy<Read<ItemOf<Name>>>>>;
  /** Returns how many items of its kind an item counts as. One where absent. */
  readonly count?: (item: ItemOf<Name>) => number;
  /** Returns how many events cost as much to record. One where absent. */
  readonly weigh?: (item: ItemOf<Name>) => number;
  /** Set when no recording step counts the items. They count as stored once they are recorded. */
  readonly endsAsStored?: true;
}

/** An item that was read, with what processing needs to know of it, whatever its kind. */
export interface MadeItem extends Pick<Declared<keyof ReportItems>, 'list' | 'endsAsStored'> {
  readonly value: unknown;
  readonly kind: ItemKind;
  readonly count: number;
  readonly weight: number;
}

/** A type of items as processing sees it. */
export type DeclaredType = TypeReadBy<Read<MadeItem>>;

export type DeclaredItems = Readonly<Record<string, DeclaredType>>;

/**
 * Declares a kind of items: which types of items they are, how one is read, what it counts and
 * weighs, and to which list of a processed report it goes. The relay's `product-items.ts` lists
 * all declarations.
 *
 *     export const spanItems = declareItems({
 *       list: 'spans',
 *       types: {
 *         span: { kind: 'span', isContainer: true, read: readSpanItem, examples: ['{"items":$}'] },
 *       },
 *     });
 */
export function declareItems<Name extends keyof ReportItems>({
  list,
  types,
  count = () => 1,
  weigh = () => 1,
  endsAsStored,
}: Declared<Name>): DeclaredItems {
  const declare = ({ read, ...type }: (typeof types)[string]): DeclaredType => ({
    ...type,
    read: (sent, place) => {
      const made = read(sent, place);
      if (!('item' in made)) return made;
      const { item: value } = made;
      const { kind } = type;
      const counted = { kind, count: count(value), weight: weigh(value), endsAsStored };
      return { ok: true, item: { list, value, ...counted } };
    },
  });
  return Object.fromEntries(Object.entries(types).map(([type, each]) => [type, declare(each)]));
}

export function mistake(reason: string): Mistake {
  return { ok: false, reason };
}
