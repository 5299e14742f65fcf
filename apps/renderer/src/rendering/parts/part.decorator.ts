import { Injectable } from '@nestjs/common';
import type { PartSection } from '#shared';
import { noteUsedView } from '../pages/declared-views.ts';
import type { JsonProps, NotJson } from '../pages/json-props.ts';
import type { AnyPlaces, PagePlaces } from '../pages/page-places.ts';

const PART_METADATA = Symbol('errata.part');

type PartPropsOf<Module> = Module extends { Part: () => unknown }
  ? Record<string, never>
  : Module extends { Part: (props: infer Props) => unknown }
    ? Props extends JsonProps<Props>
      ? Props
      : NotJson<Props>
    : never;

/**
 * A part's class. `load` returns the props of its view, or undefined to show nothing. Its methods
 * with `@Action` are actions of the page.
 *
 * ```ts
 * @Part<typeof import('./views/product.stock.part.tsx'), ProductContext>(
 *   productPage,
 *   'stock/product.stock.part',
 *   { at: 'below', order: 10 },
 * )
 * export class StockPart implements PartLoader<ProductContext, StockProps> {
 *   load({ product }: ProductContext): Promise<StockProps | undefined> {
 *     return this.stock.find(product.id);
 *   }
 * }
 * ```
 */
export interface PartLoader<Context, Data> {
  load(context: Context): Data | undefined | Promise<Data | undefined>;
}

export interface PartOptions<Context, Name extends string = string> {
  readonly at: Name;
  /** Parts of one place are shown by this number, the lowest first. */
  readonly order: number;
  /** True when the page is sent without waiting for this part. */
  readonly isDeferred?: boolean;
  readonly section?: PartSection;
  /** Leaves the part out for this visitor, before it loads. */
  readonly mayShow?: (context: Context) => boolean;
}

export interface PartMetadata {
  readonly places: AnyPlaces;
  readonly view: string;
  readonly options: PartOptions<never>;
  readonly isOfEach: boolean;
}

type AnyClass = new (...dependencies: never[]) => object;

type PartDecorator<Context, Data> = (
  target: new (...dependencies: never[]) => PartLoader<Context, Data>,
) => void;

/**
 * Makes an injectable class a part of the page that has `places`. A module must provide the class.
 * A part whose `load` fails is shown as an outcome in its place, and the page stays.
 */
export function Part<Module extends { Part: (props: never) => unknown }, Context>(
  places: PagePlaces<Context>,
  view: string,
  options: PartOptions<Context>,
) {
  const decorate: PartDecorator<Context, PartPropsOf<Module>> = note({
    places,
    view,
    options,
    isOfEach: false,
  });
  return decorate;
}

/**
 * Makes an injectable class a part at each item of a list, such as each row. `load` is called once
 * and returns the props of its view by item.
 */
export function PartOfEach<Module extends { Part: (props: never) => unknown }, Context>(
  places: PagePlaces<Context>,
  view: string,
  options: PartOptions<Context>,
) {
  type Data = Readonly<Record<string | number, PartPropsOf<Module>>>;
  const decorate: PartDecorator<Context, Data> = note({ places, view, options, isOfEach: true });
  return decorate;
}

function note(metadata: {
  readonly places: AnyPlaces;
  readonly view: string;
  readonly options: object;
  readonly isOfEach: boolean;
}): (target: AnyClass) => void {
  noteUsedView(metadata.view);
  return (target) => {
    Injectable()(target);
    Reflect.defineMetadata(PART_METADATA, metadata, target);
  };
}

export function getPartMetadata(provider: object): PartMetadata | undefined {
  return Reflect.getMetadata(PART_METADATA, provider) as PartMetadata | undefined;
}
