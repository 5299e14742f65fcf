import { ForbiddenException } from '@nestjs/common';
import type { CanActivate, NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { isObservable, lastValueFrom } from 'rxjs';
import type { GuardsConsumer, InterceptorsConsumer } from '../nest-internals.ts';

type Handler = (...parameters: unknown[]) => unknown;

export interface MethodParts {
  readonly instance: object;
  readonly handler: Handler;
  readonly guards: readonly CanActivate[];
  readonly interceptors: readonly NestInterceptor[];
  readonly call: Handler;
  readonly guardsConsumer: GuardsConsumer;
  readonly interceptorsConsumer: InterceptorsConsumer;
}

/**
 * Runs a method with its guards and interceptors, in a request that Nest routed to another method.
 */
export class EnhancedMethod {
  constructor(private readonly parts: MethodParts) {}

  /** Rejects with a guard's error, and with a ForbiddenException when a guard returns false. */
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

function ignoreNext(): void {}
