import { Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/internal';
import type { RouteParamtypes } from '@nestjs/common/internal';
import { ExternalContextCreator, ModulesContainer } from '@nestjs/core';
import { GuardsConsumer, GuardsContextCreator } from '@nestjs/core/guards/index.js';
import type { NestContainer } from '@nestjs/core/injector/index.js';
import {
  InterceptorsConsumer,
  InterceptorsContextCreator,
} from '@nestjs/core/interceptors/index.js';
import { RouteParamsFactory } from '@nestjs/core/router/route-params-factory.js';
import { EnhancedMethod } from './enhanced-method.ts';

type Handler = (...parameters: unknown[]) => unknown;

/** Puts Nest's own enhancers around methods that are not a route's. */
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
   * The method of that name, of an instance in the module of that key, behind the guards and interceptors of
   * the method and its class, or of the method alone. Global ones ran for the route.
   */
  create(instance: object, name: string, moduleKey: string, isAlone = false): EnhancedMethod {
    // Called with its instance; its metadata hangs on the method itself.
    const handler = Reflect.get(instance, name) as Handler;
    // Without the application's configuration they know no global enhancers.
    const container = { getModules: () => this.modules } as unknown as NestContainer;
    // Nest reads what stands on the class of its constructor.
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

  /** The method behind its pipes, global ones included: they are about a value, not about the request. */
  private toCall(instance: object, handler: Handler, name: string, moduleKey: string): Handler {
    // It looks for the module of a provider; a controller is none, and pipes of its parameters were left out.
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
