import { Injectable } from '@nestjs/common';
import { noteUsedView } from './declared-views.ts';
import type { JsonProps, NotJson } from './json-props.ts';
import type { NothingElse } from './nothing-else.ts';
import type { AnySegmentOptions, SegmentOptions } from './segment-options.ts';

const LAYOUT_METADATA = Symbol('errata.layout');

type LayoutPropsOf<Module> = Module extends { Layout: (props: infer Props) => unknown }
  ? Omit<Props, 'children'> extends JsonProps<Omit<Props, 'children'>>
    ? Omit<Props, 'children'>
    : NotJson<Omit<Props, 'children'>>
  : never;

/**
 * A layout's class, whose `load` returns the props of its view. Decorators for parameters, guards
 * and interceptors work as in a controller.
 *
 * ```ts
 * @Layout<typeof import('./views/shop.layout.tsx')>('catalogue/shop.layout')
 * export class ShopLayout implements LayoutLoader<ShopProps> {
 *   load(@Param('shop', ShopPipe) { name }: Shop): ShopProps {
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
 * Makes an injectable class a layout around pages. `load()` must return the props of `view` without
 * `children`, and nothing else. A module must provide the class, and `@UseLayouts` puts it around
 * pages.
 *
 * ```ts
 * @Layout<typeof import('./views/shop.layout.tsx')>('catalogue/shop.layout')
 * export class ShopLayout {
 *   load(): ShopProps {
 *     return { name: 'Shop' };
 *   }
 * }
 * ```
 */
export function Layout<Module extends { Layout: (props: never) => unknown }>(
  view: string,
  options: SegmentOptions<LayoutPropsOf<Module>> = {},
) {
  noteUsedView(view);
  return <Class extends new (...dependencies: never[]) => LayoutLoader<LayoutPropsOf<Module>>>(
    target: Class & NothingElse<InstanceType<Class>['load'], LayoutPropsOf<Module>>,
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
