import { ForbiddenException } from '@nestjs/common';
import type { CanActivate, NestInterceptor } from '@nestjs/common';
import type { GuardsConsumer } from '@nestjs/core/guards/index.js';
import type { InterceptorsConsumer } from '@nestjs/core/interceptors/index.js';
import type { Request, Response } from 'express';
import { isObservable, lastValueFrom } from 'rxjs';

type Handler = (...parameters: unknown[]) => unknown;

/** What Nest found for a method: its own enhancers, without the global ones, and itself behind its pipes. */
export interface MethodParts {
  readonly instance: object;
  /** The method as it is declared: what metadata is read from. */
  readonly handler: Handler;
  readonly guards: readonly CanActivate[];
  readonly interceptors: readonly NestInterceptor[];
  /** Runs the pipes of the method's parameters, then the method. */
  readonly call: Handler;
  readonly guardsConsumer: GuardsConsumer;
  readonly interceptorsConsumer: InterceptorsConsumer;
}

/** A method of the application's that runs in a request whose route is another's. */
export class EnhancedMethod {
  constructor(private readonly parts: MethodParts) {}

  /** Rejects with what a guard throws, or as Nest does when one says no. */
  async passGuards(request: Request, response: Response): Promise<void> {
    const { guardsConsumer, guards, instance, handler } = this.parts;
    const passed = await guardsConsumer.tryActivate(
      [...guards],
      [request, response, ignoreNext],
      instance,
      handler,
      'http',
    );
    if (!passed) throw new ForbiddenException('Forbidden resource');
  }

  /** What the method returns, as its interceptors pass it on. */
  async call(request: Request, response: Response): Promise<unknown> {
    const { interceptorsConsumer, interceptors, instance, handler, call } = this.parts;
    const args = [request, response, ignoreNext];
    const result: unknown = await interceptorsConsumer.intercept(
      [...interceptors],
      args,
      instance,
      handler,
      async () => call(...args),
      'http',
    );
    return isObservable(result) ? lastValueFrom(result) : result;
  }
}

/** What a parameter decorated with `@Next()` gets: none of these is a middleware. */
function ignoreNext(): void {}
