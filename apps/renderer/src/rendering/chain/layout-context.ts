import { ForbiddenException } from '@nestjs/common';
import type { CanActivate, NestInterceptor } from '@nestjs/common';
import type { GuardsConsumer } from '@nestjs/core/guards/index.js';
import type { InterceptorsConsumer } from '@nestjs/core/interceptors/index.js';
import type { Request, Response } from 'express';
import { isObservable, lastValueFrom } from 'rxjs';
import type { LayoutLoader, LayoutMetadata } from '../pages/layout.decorator.ts';
import type { OutcomeViews } from '../pages/outcome-view.decorator.ts';
import { toLayoutKey } from './segment-key.ts';
import type { AddressPart } from './address-parts.ts';

type Handler = (...parameters: unknown[]) => unknown;

/** What Nest found for a layout: its own enhancers, without the global ones, and its loader behind its pipes. */
export interface LayoutParts {
  readonly instance: LayoutLoader;
  /** The loader's method as it is declared: what metadata is read from. */
  readonly handler: Handler;
  readonly metadata: LayoutMetadata;
  readonly outcomeViews: OutcomeViews;
  readonly addressParts: readonly AddressPart[];
  readonly guards: readonly CanActivate[];
  readonly interceptors: readonly NestInterceptor[];
  /** Runs the pipes of the loader's parameters, then the loader. */
  readonly load: Handler;
  readonly guardsConsumer: GuardsConsumer;
  readonly interceptorsConsumer: InterceptorsConsumer;
}

/** A layout as it runs in a request. */
export class LayoutContext {
  constructor(private readonly parts: LayoutParts) {}

  get view(): string {
    return this.parts.metadata.view;
  }

  get options(): LayoutMetadata['options'] {
    return this.parts.metadata.options;
  }

  get outcomeViews(): OutcomeViews {
    return this.parts.outcomeViews;
  }

  /** Names of those parts of the address that its key changes with, as `AddressPart` has them. */
  get addressNames(): string[] {
    return this.parts.addressParts.map(({ name }) => name);
  }

  /** Changes only with the parts of the address that the loader's parameters name. */
  keyOf(request: Request): string {
    const values = this.parts.addressParts.map(({ name, read }) => [name, read(request)] as const);
    return toLayoutKey(this.view, values);
  }

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

  /** What the loader returns, as its interceptors pass it on. */
  async load(request: Request, response: Response): Promise<unknown> {
    const { interceptorsConsumer, interceptors, instance, handler, load } = this.parts;
    const args = [request, response, ignoreNext];
    const result: unknown = await interceptorsConsumer.intercept(
      [...interceptors],
      args,
      instance,
      handler,
      async () => load(...args),
      'http',
    );
    return isObservable(result) ? lastValueFrom(result) : result;
  }
}

/** What a parameter decorated with `@Next()` gets: a layout is not a middleware. */
function ignoreNext(): void {}
