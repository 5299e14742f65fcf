import { Injectable } from '@nestjs/common';
import { noteUsedView } from './declared-views.ts';
import type { NoProps, SentProps } from './json-props.ts';
import type { NothingElse } from './nothing-else.ts';
import type { AnySegmentOptions, SegmentOptions } from './segment-options.ts';

const LAYOUT_METADATA = Symbol('errata.layout');

/**
 * A layout's class, whose `load` returns the props of its view. Decorators for parameters, guards
 * and interceptors work as in a controller.
 *
 * ```ts
 * @Layout<PropsOf<ShopLayout['load']>>('catalogue/shop.layout')
 * export class ShopLayout implements LayoutLoader {
 *   load(@Param('shop', ShopPipe) { name }: Shop) {
 *     return { name };
 *   }
 * }
 * ```
 */
export interface LayoutLoader<Data = unknown> {
  load(...parameters: never[]): Data | Promise<Data>;
}

/**
 * A class decorated with `@Layout`, for `@UseLayouts` and `Product.layouts`.
 *
 * ```ts
 * const layouts: readonly LayoutClass[] = [ShopLayout];
 * const product: Product = { layouts, modules: [CatalogueModule] };
 * ```
 */
export type LayoutClass = new (...dependencies: never[]) => LayoutLoader;

export interface LayoutMetadata {
  readonly view: string;
  readonly options: AnySegmentOptions;
}

/**
 * Makes an injectable class a layout around pages. `load()` returns the props of `view`,
 * without `children`. A module must provide the class, and `@UseLayouts` puts it around pages.
 *
 * ```ts
 * @Layout<PropsOf<ShopLayout['load']>>('catalogue/shop.layout')
 * export class ShopLayout {
 *   load() {
 *     return { name: 'Shop' };
 *   }
 * }
 *
 * // views/shop.layout.tsx
 * export function Layout({ name, children }: PropsOf<ShopLayout['load']> & { children: ReactNode }) { … }
 * ```
 */
export function Layout<Props = NoProps>(view: string, options: SegmentOptions<Props> = {}) {
  noteUsedView(view);
  type Loader = LayoutLoader<SentProps<Props> & { readonly children?: never }>;
  return <Class extends new (...dependencies: never[]) => Loader>(
    target: Class & NothingElse<InstanceType<Class>['load'], Props>,
  ): void => {
    Injectable()(target);
    const metadata: LayoutMetadata = { view, options };
    Reflect.defineMetadata(LAYOUT_METADATA, metadata, target);
  };
}

export function getLayoutMetadata(layout: LayoutClass): LayoutMetadata {
  const metadata = Reflect.getMetadata(LAYOUT_METADATA, layout) as LayoutMetadata | undefined;
  if (!metadata) throw new Error(`${layout.name} is not decorated with @Layout.`);
  return metadata;
}
