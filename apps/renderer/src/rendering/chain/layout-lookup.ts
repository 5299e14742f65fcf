import { Injectable } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  INTERCEPTORS_METADATA,
  PIPES_METADATA,
  ROUTE_ARGS_METADATA,
} from '../nest-internals.ts';
import type { InstanceWrapper, Module } from '../nest-internals.ts';
import { getLayoutMetadata } from '../pages/layout.decorator.ts';
import type { LayoutClass, LayoutLoader } from '../pages/layout.decorator.ts';
import { getOutcomeViews } from '../pages/outcome-view.decorator.ts';
import { Deadline } from './deadline.ts';
import { listAddressParts } from './address-parts.ts';
import { EnhancedMethods } from './enhanced-methods.ts';
import { LayoutContext } from './layout-context.ts';

@Injectable()
export class LayoutLookup {
  private readonly known = new Map<LayoutClass, LayoutContext>();

  constructor(
    private readonly modules: ModulesContainer,
    private readonly methods: EnhancedMethods,
    private readonly deadline: Deadline,
  ) {}

  /**
   * Throws when the class is no layout, when no module provides it, or when it shares its view with
   * another layout. Also throws when its guards, interceptors, pipes or filters would not run.
   */
  get(layout: LayoutClass): LayoutContext {
    let context = this.known.get(layout);
    if (!context) {
      context = this.make(layout);
      this.assertOneView(context.view, layout);
      this.known.set(layout, context);
    }
    return context;
  }

  /** Segment keys tell layouts apart by their views, so two layouts must not share a view. */
  private assertOneView(view: string, layout: LayoutClass): void {
    for (const [other, context] of this.known) {
      if (context.view === view) throw new Error(`${layout.name} and ${other.name} share ${view}.`);
    }
  }

  private make(layout: LayoutClass): LayoutContext {
    const metadata = getLayoutMetadata(layout);
    const { module, moduleKey, wrapper } = this.findProvider(layout);
    assertGuarded(layout, wrapper, module);
    assertNoFilters(layout);
    return new LayoutContext({
      metadata,
      outcomeViews: getOutcomeViews(layout),
      addressParts: listAddressParts(layout),
      loader: this.methods.create(wrapper.instance, 'load', moduleKey),
      deadline: this.deadline,
    });
  }

  private findProvider(layout: LayoutClass) {
    for (const [moduleKey, module] of this.modules) {
      const wrapper = module.providers.get(layout) as InstanceWrapper<LayoutLoader> | undefined;
      if (wrapper) return { moduleKey, module, wrapper };
    }
    throw new Error(`${layout.name} is used as a layout, but no module provides it.`);
  }
}

/**
 * Throws when the layout's guards would not run. A request-scoped layout or guard has no usable
 * instance at the start. Nest also skips the guards, interceptors and pipes of classes that it does
 * not construct itself.
 */
function assertGuarded(layout: LayoutClass, wrapper: InstanceWrapper, module: Module): void {
  if (!wrapper.isDependencyTreeStatic()) {
    throw new Error(
      `${layout.name} or a guard or interceptor of it is request-scoped; layouts are not.`,
    );
  }
  const isKnown = (each: unknown): boolean =>
    typeof each !== 'function' || module.injectables.has(each as never);
  if (!listEnhancers(wrapper.instance as LayoutLoader).every(isKnown)) {
    throw new Error(
      `${layout.name} has guards, interceptors or pipes, but is not provided as a class: they would not run.`,
    );
  }
}

function listEnhancers(layout: LayoutLoader): unknown[] {
  const { constructor } = layout;
  const around = [constructor, Reflect.get(layout, 'load') as object].flatMap((target) =>
    [GUARDS_METADATA, INTERCEPTORS_METADATA, PIPES_METADATA].flatMap(
      (key) => (Reflect.getMetadata(key, target) as unknown[] | undefined) ?? [],
    ),
  );
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, constructor, 'load') as
    | Readonly<Record<string, { readonly pipes: readonly unknown[] }>>
    | undefined;
  return [...around, ...Object.values(parameters ?? {}).flatMap(({ pipes }) => pipes)];
}

/** Errors of a layout reach the filters of the page, so a filter on a layout would never run. */
function assertNoFilters(layout: LayoutClass): void {
  const filtered = [layout, layout.prototype.load as object].some((target) =>
    Reflect.hasMetadata(EXCEPTION_FILTERS_METADATA, target),
  );
  if (filtered) throw new Error(`${layout.name} has filters. Put filters on controllers instead.`);
}
