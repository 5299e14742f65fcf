import { Injectable } from '@nestjs/common';
import { ExternalContextCreator, ModulesContainer } from '@nestjs/core';
import {
  GuardsConsumer,
  GuardsContextCreator,
  InterceptorsConsumer,
  InterceptorsContextCreator,
  ROUTE_ARGS_METADATA,
  RouteParamsFactory,
} from '../nest-internals.ts';
import type { NestContainer, RouteParamtypes } from '../nest-internals.ts';
import { EnhancedMethod } from './enhanced-method.ts';

type Handler = (...parameters: unknown[]) => unknown;

@Injectable()
export class EnhancedMethods {
  private readonly guardsConsumer = new GuardsConsumer();
  private readonly interceptorsConsumer = new InterceptorsConsumer();
  private readonly routeParams = new RouteParamsFactory();

  constructor(
    private readonly modules: ModulesContainer,
    private readonly contexts: ExternalContextCreator,
  ) {}

  /**
   * Wraps the method `name` with the guards and interceptors of the method and of its class. When
   * `isAlone` is true, leaves out those of the class. `moduleKey` names the module of the instance.
   * Global guards and interceptors are left out, because they have run for the route already.
   */
  create(instance: object, name: string, moduleKey: string, isAlone = false): EnhancedMethod {
    const handler = Reflect.get(instance, name) as Handler;
    // Nest finds no global guards and interceptors here, because this container has no
    // configuration.
    const container = { getModules: () => this.modules } as unknown as NestContainer;
    // Nest reads the guards and interceptors of a class from `bearer.constructor`.
    const bearer = isAlone ? {} : instance;
    return new EnhancedMethod({
      instance,
      handler,
      guards: new GuardsContextCreator(container).create(bearer, handler, moduleKey),
      interceptors: new InterceptorsContextCreator(container).create(bearer, handler, moduleKey),
      call: this.toCall(instance, handler, name, moduleKey),
      guardsConsumer: this.guardsConsumer,
      interceptorsConsumer: this.interceptorsConsumer,
    });
  }

  /**
   * Returns a function that runs the method's pipes, and calls the method with their results.
   * Global pipes apply as well, because they concern a value and not the request.
   */
  private toCall(instance: object, handler: Handler, name: string, moduleKey: string): Handler {
    // Nest finds the module of a provider with `getHostModuleKey`. For a controller, Nest would
    // find no module and leave out the pipes of the parameters.
    const contexts = Object.create(this.contexts, {
      getHostModuleKey: { value: () => moduleKey },
    }) as ExternalContextCreator;
    return contexts.create(
      instance,
      handler,
      name,
      ROUTE_ARGS_METADATA,
      {
        exchangeKeyForValue: (type: RouteParamtypes, data: never, [req, res, next]: never[]) =>
          this.routeParams.exchangeKeyForValue(type, data, {
            req: req as never,
            res: res as never,
            next: next as never,
          }) as never,
      },
      undefined,
      undefined,
      { guards: false, interceptors: false, filters: false },
      'http',
    );
  }
}
