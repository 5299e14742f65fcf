import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import {
  Catch,
  Inject,
  Injectable,
  Module,
  Param,
  Scope,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import type {
  CanActivate,
  ExceptionFilter,
  NestInterceptor,
  PipeTransform,
  Provider,
  Type,
} from '@nestjs/common';
import { NestFactory, REQUEST } from '@nestjs/core';
import { Layout } from '../pages/layout.decorator.ts';
import type { LayoutClass, LayoutLoader } from '../pages/layout.decorator.ts';
import type { LayoutContext } from './layout-context.ts';
import { SystemScheduler } from '#shared';
import { Deadline } from './deadline.ts';
import { EnhancedMethods } from './enhanced-methods.ts';
import { LayoutLookup } from './layout-lookup.ts';

class Bare implements LayoutLoader {
  load(): object {
    return {};
  }
}

@Module({})
class SpecModule {}

const LOOKUP = [
  EnhancedMethods,
  LayoutLookup,
  { provide: Deadline, useValue: new Deadline(new SystemScheduler()) },
];

async function start(...providers: Provider[]): Promise<LayoutLookup> {
  const app = await NestFactory.createApplicationContext(
    { module: SpecModule, providers: [...LOOKUP, ...providers] },
    { logger: false, abortOnError: false },
  );
  return app.get(LayoutLookup);
}

async function contextOf(layout: LayoutClass, ...providers: Provider[]): Promise<LayoutContext> {
  return (await start(...providers)).get(layout);
}

@Injectable()
class Guard implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}

@Injectable({ scope: Scope.REQUEST })
class ScopedGuard extends Guard {}

@Injectable()
class VisitorGuard extends Guard {
  constructor(@Inject(REQUEST) readonly request: unknown) {
    super();
  }
}

@Injectable()
class Interceptor implements NestInterceptor {
  intercept(): never {
    throw new Error('It is never called.');
  }
}

@Injectable({ scope: Scope.REQUEST })
class ScopedInterceptor extends Interceptor {}

@Injectable()
class Pipe implements PipeTransform {
  transform(value: unknown): unknown {
    return value;
  }
}

@Injectable({ scope: Scope.REQUEST })
class ScopedPipe extends Pipe {}

function guarded(...guards: (Type<CanActivate> | CanActivate)[]): Type<LayoutLoader> {
  @Layout<object>('a/guarded.layout')
  @UseGuards(...guards)
  class GuardedLayout extends Bare {}
  return GuardedLayout;
}

function guardedLoader(guard: Type<CanActivate>): Type<LayoutLoader> {
  @Layout<object>('a/guarded-loader.layout')
  class GuardedLoaderLayout extends Bare {
    @UseGuards(guard)
    override load(): object {
      return {};
    }
  }
  return GuardedLoaderLayout;
}

function intercepted(interceptor: Type<NestInterceptor>): Type<LayoutLoader> {
  @Layout<object>('a/intercepted.layout')
  class InterceptedLayout extends Bare {
    @UseInterceptors(interceptor)
    override load(): object {
      return {};
    }
  }
  return InterceptedLayout;
}

function piped(pipe: Type<PipeTransform>): Type<LayoutLoader> {
  @Layout<object>('a/piped.layout')
  class PipedLayout {
    load(@Param('project', pipe) project: string): object {
      return { project };
    }
  }
  return PipedLayout;
}

describe('LayoutLookup', () => {
  it.each([
    ['a class without the decorator @Layout', Bare, [Bare], 'is not decorated with @Layout.'],
    [
      'a layout that no module provides',
      guarded(Guard),
      [],
      'is used as a layout, but no module provides it.',
    ],
  ])('refuses %s', async (_what, layout, provided, refusal) => {
    await expect(contextOf(layout, ...provided)).rejects.toThrow(`${layout.name} ${refusal}`);
  });

  it('makes the context of a layout once', async () => {
    const layout = guarded(Guard);
    const contexts = await start(layout);
    expect(contexts.get(layout)).toBe(contexts.get(layout));
  });

  it.each([
    ['a class', [guarded(Guard)]],
    ['an instance', [guarded(new Guard())]],
    ['a class on the loader', [guardedLoader(Guard)]],
  ])('runs a guard that is given as %s', async (_, [layout]) => {
    const context = await contextOf(layout!, layout!);
    await expect(context.passGuards({} as never, {} as never)).rejects.toThrow('Forbidden');
  });

  describe('a request-scoped part of a layout', () => {
    @Injectable({ scope: Scope.REQUEST })
    class ScopedService {}

    @Layout<object>('a/scoped.layout')
    class ScopedLayout extends Bare {
      constructor(readonly service: ScopedService) {
        super();
      }
    }

    it.each([
      ['a layout', ScopedLayout],
      ['a guard', guarded(Guard, ScopedGuard)],
      ['a guard that takes the request', guarded(VisitorGuard)],
      ['a guard of the loader', guardedLoader(ScopedGuard)],
      ['an interceptor', intercepted(ScopedInterceptor)],
      ['a pipe', piped(ScopedPipe)],
    ])(
      'is refused, since it would be an empty instance: %s',
      async (_, layout: Type<LayoutLoader>) => {
        await expect(contextOf(layout, ScopedService, layout)).rejects.toThrow(
          `${layout.name} or a guard or interceptor of it is request-scoped; layouts are not.`,
        );
      },
    );
  });

  describe('a layout that Nest does not make', () => {
    it.each([
      ['a guard', guarded(Guard)],
      ['a guard of the loader', guardedLoader(Guard)],
      ['an interceptor', intercepted(Interceptor)],
      ['a pipe', piped(Pipe)],
    ])('is refused when it would leave out %s', async (_, layout) => {
      for (const provider of [
        { provide: layout, useFactory: () => new layout() },
        { provide: layout, useValue: new layout() },
      ]) {
        await expect(contextOf(layout, provider)).rejects.toThrow(
          `${layout.name} has guards, interceptors or pipes, but is not provided as a class: they would not run.`,
        );
      }
    });
  });

  it('accepts a layout that Nest does not make, when nothing would be left out', async () => {
    const layout = guarded(new Guard());
    const context = await contextOf(layout, { provide: layout, useFactory: () => new layout() });
    await expect(context.passGuards({} as never, {} as never)).rejects.toThrow('Forbidden');
  });
});

describe('a layout with a wrong declaration', () => {
  it('fails when it has filters, which would never be asked', async () => {
    @Catch()
    class Filter implements ExceptionFilter {
      catch(): void {}
    }
    @Layout<object>('a/filtered.layout')
    @UseFilters(Filter)
    class Filtered extends Bare {}
    await expect(contextOf(Filtered, Filtered)).rejects.toThrow('Filtered has filters');
  });

  it('fails when another layout has its view, since their keys would be the same', async () => {
    @Layout<object>('a/shared.layout')
    class One extends Bare {}
    @Layout<object>('a/shared.layout')
    class Other extends Bare {}
    const lookup = await start(One, Other);
    lookup.get(One);
    expect(() => lookup.get(Other)).toThrow('Other and One share a/shared.layout.');
  });
});
