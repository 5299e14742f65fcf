import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '../nest-internals.ts';
import type { InstanceWrapper } from '../nest-internals.ts';
import type { EnhancedMethod } from '../chain/enhanced-method.ts';
import { EnhancedMethods } from '../chain/enhanced-methods.ts';
import { getPageMetadata } from '../pages/page.metadata.ts';
import type { AnyPlaces } from '../pages/page-places.ts';
import { getPartMetadata } from '../parts/part.decorator.ts';
import { getActionMetadata } from './action.metadata.ts';
import type { ActionMetadata } from './action.metadata.ts';

type Constructor = abstract new (...dependencies: never[]) => unknown;

export interface PageAction {
  readonly metadata: ActionMetadata;
  /**
   * The method with its own guards and interceptors. The controller's guards have run before the
   * action; the controller's interceptors run when the page loads.
   */
  readonly method: EnhancedMethod;
  readonly dto?: Constructor;
}

@Injectable()
export class PageActions implements OnModuleInit {
  private readonly pages = new Map<Constructor, Map<unknown, Map<string, PageAction>>>();
  private readonly placed: { controller: Constructor; page: object; places: AnyPlaces }[] = [];

  constructor(
    private readonly modules: ModulesContainer,
    private readonly methods: EnhancedMethods,
  ) {}

  /**
   * Adds the actions of controllers and of parts. Throws when a controller's action belongs to no
   * page, when two actions of a page share a name, when the class or a guard is request-scoped, and
   * when `@Body()` has no class.
   */
  onModuleInit(): void {
    for (const [moduleKey, { controllers }] of this.modules) {
      for (const wrapper of controllers.values()) this.addController(wrapper, moduleKey);
    }
    for (const [moduleKey, { providers }] of this.modules) {
      for (const wrapper of providers.values()) this.addPart(wrapper, moduleKey);
    }
  }

  find(controller: Constructor, page: unknown, name: string): PageAction | undefined {
    return this.pages.get(controller)?.get(page)?.get(name);
  }

  list(controller: Constructor, page: unknown): readonly string[] {
    return [...(this.pages.get(controller)?.get(page)?.keys() ?? [])];
  }

  private addController(wrapper: InstanceWrapper, moduleKey: string): void {
    const controller = wrapper.metatype as Constructor | null;
    if (typeof controller !== 'function') return;
    const prototype = controller.prototype as Record<string, object>;
    const names = new MetadataScanner().getAllMethodNames(prototype);
    const pages = names.filter((name) => getPageMetadata(prototype[name] as object));
    for (const name of pages) {
      const page = prototype[name] as object;
      const places = getPageMetadata(page)?.places;
      if (places) this.placed.push({ controller, page, places });
    }
    for (const [name, action] of this.listActions(wrapper, moduleKey)) {
      const of = action.metadata.of ?? pages;
      const stray = of.find((each) => !pages.includes(each));
      if (stray !== undefined || of.length === 0) {
        throw new Error(
          `${controller.name}.${name} is an action of ${stray ?? 'its controller'}, but that is no page.`,
        );
      }
      for (const page of of) this.add(controller, prototype[page] as object, action);
    }
  }

  /** A part's actions are actions of each page that has the part's places. */
  private addPart(wrapper: InstanceWrapper, moduleKey: string): void {
    const { metatype } = wrapper;
    const part = typeof metatype === 'function' && getPartMetadata(metatype);
    if (!part) return;
    const pages = this.placed.filter(({ places }) => places === part.places);
    for (const [, action] of this.listActions(wrapper, moduleKey)) {
      for (const { controller, page } of pages) this.add(controller, page, action);
    }
  }

  private listActions(
    wrapper: InstanceWrapper,
    moduleKey: string,
  ): readonly (readonly [name: string, action: PageAction])[] {
    const owner = wrapper.metatype as Constructor;
    const prototype = owner.prototype as Record<string, object>;
    return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
      const metadata = getActionMetadata(prototype[name] as object);
      if (!metadata) return [];
      if (!wrapper.isDependencyTreeStatic()) {
        throw new Error(
          `${owner.name}.${name} is an action, and its controller or a guard is request-scoped.`,
        );
      }
      const dto = toFieldsClass(owner, name);
      const method = this.methods.create(wrapper.instance as object, name, moduleKey, true);
      return [[name, { metadata, method, dto }] as const];
    });
  }

  private add(controller: Constructor, page: object, action: PageAction): void {
    const pages = this.pages.get(controller) ?? new Map<unknown, Map<string, PageAction>>();
    const actions = pages.get(page) ?? new Map<string, PageAction>();
    const { name } = action.metadata;
    if (actions.has(name)) throw new Error(`${controller.name} has two actions ${name}.`);
    this.pages.set(controller, pages.set(page, actions.set(name, action)));
  }
}

/**
 * Returns the declared class of the parameter `@Body()`; undefined without that parameter. Throws
 * when the declared type is not a class, because the fields would not be validated.
 */
function toFieldsClass(controller: Constructor, name: string): Constructor | undefined {
  const taken = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) as object | undefined;
  const types = Reflect.getMetadata('design:paramtypes', controller.prototype as object, name) as
    | readonly unknown[]
    | undefined;
  // Nest's keys have the form `kind:position`.
  const key = Object.keys(taken ?? {}).find((each) => each.startsWith(`${RouteParamtypes.BODY}:`));
  if (key === undefined) return undefined;
  const type = types?.[Number(key.split(':')[1])];
  if (
    typeof type === 'function' &&
    ![Object, String, Number, Boolean, Array].includes(type as never)
  )
    return type as Constructor;
  throw new Error(
    `${controller.name}.${name} takes @Body() without a class, so nothing would validate its fields.`,
  );
}
