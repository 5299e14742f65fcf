import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import {
  RESPONSE_PASSTHROUGH_METADATA,
  ROUTE_ARGS_METADATA,
  RouteParamtypes,
} from '../nest-internals.ts';
import type { LayoutClass } from '../pages/layout.decorator.ts';
import { getOutcomeViews } from '../pages/outcome-view.decorator.ts';
import { getPageMetadata } from '../pages/page.metadata.ts';
import { getUsedLayouts } from '../pages/use-layouts.decorator.ts';
import { RenderingOptions } from '../rendering.options.ts';
import type { Chain } from './chain.ts';
import { LayoutLookup } from './layout-lookup.ts';

type Constructor = abstract new (...dependencies: never[]) => unknown;

export interface PlacedChain {
  readonly controller: Constructor;
  readonly chain: Chain;
}

@Injectable()
export class PageChains implements OnModuleInit {
  private readonly chains = new Map<Constructor, Map<unknown, Chain>>();
  private chainWithoutPage: Chain | undefined;

  constructor(
    private readonly options: RenderingOptions,
    private readonly modules: ModulesContainer,
    private readonly layouts: LayoutLookup,
  ) {}

  /**
   * Builds the chain of every page. Throws when a page uses a layout that lacks `@Layout` or that
   * no module provides, and when a layout surrounds a page twice.
   */
  onModuleInit(): void {
    this.chainWithoutPage = this.toChain(this.options.layouts, []);
    for (const module of this.modules.values()) {
      for (const controller of module.controllers.keys()) {
        if (typeof controller === 'function') {
          this.addPages(module.metatype, controller as Constructor);
        }
      }
    }
  }

  find(controller: Constructor, method: unknown): Chain | undefined {
    return this.chains.get(controller)?.get(method);
  }

  list(): PlacedChain[] {
    return [...this.chains].flatMap(([controller, chains]) =>
      [...chains.values()].map((chain) => ({ controller, chain })),
    );
  }

  get withoutPage(): Chain {
    if (!this.chainWithoutPage) throw new Error('The application has not started yet.');
    return this.chainWithoutPage;
  }

  private addPages(module: object, controller: Constructor): void {
    const prototype = controller.prototype as Record<string, object>;
    const chains = new Map<unknown, Chain>();
    for (const name of new MetadataScanner().getAllMethodNames(prototype)) {
      const method = prototype[name] as object;
      const page = getPageMetadata(method);
      if (!page) continue;
      assertAnswered(controller, name);
      const layouts = [
        ...this.options.layouts,
        ...[module, controller, method].flatMap((decorated) => getUsedLayouts(decorated)),
      ];
      const chain = this.toChain(layouts, [method, controller].map(getOutcomeViews));
      chains.set(method, { ...chain, page });
    }
    this.addChains(controller, chains);
  }

  /**
   * Throws when two modules with different layouts list the same controller, because a request
   * cannot be assigned to one of the modules.
   */
  private addChains(controller: Constructor, chains: Map<unknown, Chain>): void {
    const known = this.chains.get(controller) ?? chains;
    for (const [method, { layouts }] of chains) {
      const others = known.get(method)?.layouts ?? [];
      if (layouts.length === others.length && layouts.every((one, at) => one === others[at]))
        continue;
      throw new Error(`${controller.name} belongs to two modules with different layouts.`);
    }
    this.chains.set(controller, chains);
  }

  private toChain(
    layouts: readonly LayoutClass[],
    ownOutcomeViews: Chain['ownOutcomeViews'],
  ): Chain {
    const twice = layouts.find((layout, index) => layouts.indexOf(layout) !== index);
    if (twice) throw new Error(`The layout ${twice.name} is around the same page twice.`);
    return { layouts: layouts.map((layout) => this.layouts.get(layout)), ownOutcomeViews };
  }
}

/**
 * Throws when a page's method takes the response without `passthrough`. Nest expects such a method
 * to send the answer itself, so the page would never be sent.
 */
function assertAnswered(controller: Constructor, method: string): void {
  const taken = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) as object | undefined;
  // Nest's keys have the form `kind:position`.
  const isTaken = Object.keys(taken ?? {}).some(
    (key) =>
      key.startsWith(`${RouteParamtypes.RESPONSE}:`) || key.startsWith(`${RouteParamtypes.NEXT}:`),
  );
  if (!isTaken || Reflect.getMetadata(RESPONSE_PASSTHROUGH_METADATA, controller, method)) return;
  throw new Error(
    `${controller.name}.${method} is a page and takes the response: @Res({ passthrough: true }) shares it.`,
  );
}
