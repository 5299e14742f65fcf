import { Injectable } from '@nestjs/common';
import { declareView } from './declared-views.ts';
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
 * A layout: an injectable whose `load` returns the data of its view. Its parameters are decorated as
 * those of a route (`@Param('project', SlugPipe)`), and guards and interceptors stand on the class or
 * on `load`, as on a controller.
 */
export interface LayoutLoader<Data = unknown> {
  load(...parameters: never[]): Data | Promise<Data>;
}

export type LayoutClass = new (...dependencies: never[]) => LayoutLoader;

export interface LayoutMetadata {
  readonly view: string;
  readonly options: AnySegmentOptions;
}

/**
 * Makes an injectable class a layout around pages: `load()` returns the props of `view` but its
 * children, and the compiler refuses anything else. It is provided by a module and stands around the
 * pages that `@UseLayouts` names it for.
 */
export function Layout<Module extends { Layout: (props: never) => unknown }>(
  view: string,
  options: SegmentOptions<LayoutPropsOf<Module>> = {},
) {
  declareView(view);
  return <Class extends new (...dependencies: never[]) => LayoutLoader<LayoutPropsOf<Module>>>(
    target: Class & NothingElse<InstanceType<Class>['load'], LayoutPropsOf<Module>>,
  ): void => {
    Injectable()(target);
    const metadata: LayoutMetadata = { view, options };
    Reflect.defineMetadata(LAYOUT_METADATA, metadata, target);
  };
}

/** What a layout class says of itself. Throws when the class is not decorated as one. */
export function getLayoutMetadata(layout: LayoutClass): LayoutMetadata {
  const metadata = Reflect.getMetadata(LAYOUT_METADATA, layout) as LayoutMetadata | undefined;
  if (!metadata) throw new Error(`${layout.name} is not decorated with @Layout.`);
  return metadata;
}
