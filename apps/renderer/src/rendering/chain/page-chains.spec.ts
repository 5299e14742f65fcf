import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { Controller, Get, Module, Res } from '@nestjs/common';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Layout } from '../pages/layout.decorator.ts';
import type { LayoutClass, LayoutLoader } from '../pages/layout.decorator.ts';
import { OutcomeView } from '../pages/outcome-view.decorator.ts';
import { Page } from '../pages/page.decorator.ts';
import { UseLayouts } from '../pages/use-layouts.decorator.ts';
import { RenderingOptions } from '../rendering.options.ts';
import { SystemScheduler } from '#shared';
import { Deadline } from './deadline.ts';
import { EnhancedMethods } from './enhanced-methods.ts';
import { LayoutLookup } from './layout-lookup.ts';
import { PageChains } from './page-chains.ts';

class Bare implements LayoutLoader {
  load(): object {
    return {};
  }
}

@Layout<object>('a/application.layout')
class ApplicationLayout extends Bare {}

@Layout<object>('a/module.layout')
class ModuleLayout extends Bare {}

@Layout<object>('a/controller.layout')
class ControllerLayout extends Bare {}

@Layout<object>('a/outer.layout')
class OuterLayout extends Bare {}

@Layout<object>('a/inner.layout')
class InnerLayout extends Bare {}

const LAYOUTS = [ApplicationLayout, ModuleLayout, ControllerLayout, OuterLayout, InnerLayout];

interface Parts {
  readonly layouts?: readonly LayoutClass[];
  readonly providers?: readonly Type[];
  readonly controllers?: readonly Type[];
}

@Module({})
@UseLayouts(ModuleLayout)
class LayoutModule {}

@Module({})
class PlainModule {}

async function start(
  module: Type,
  { layouts, providers, controllers }: Parts,
): Promise<PageChains> {
  const root: DynamicModule = {
    module,
    controllers: [...(controllers ?? [])],
    providers: [
      { provide: RenderingOptions, useValue: { layouts: layouts ?? [] } },
      EnhancedMethods,
      LayoutLookup,
      { provide: Deadline, useValue: new Deadline(new SystemScheduler()) },
      PageChains,
      ...(providers ?? LAYOUTS),
    ],
  };
  const app = await NestFactory.createApplicationContext(root, {
    logger: false,
    abortOnError: false,
  });
  return app.get(PageChains);
}

@Controller()
@UseLayouts(ControllerLayout)
@OutcomeView(404, 'a/controller-missing.page')
class PagesController {
  @Get('framed')
  @Page<object>('a/framed.page')
  @UseLayouts(OuterLayout, InnerLayout)
  @OutcomeView(404, 'a/own-missing.page')
  framed(): object {
    return {};
  }

  @Get('plain')
  @Page<object>('a/plain.page')
  plain(): object {
    return {};
  }

  @Get('none')
  none(): string {
    return 'no page';
  }
}

function around(...layouts: LayoutClass[]): Type {
  @Controller()
  class OnePage {
    @Get()
    @Page<object>('a/one.page')
    @UseLayouts(...layouts)
    page(): object {
      return {};
    }
  }
  return OnePage;
}

describe('PageChains', () => {
  it('puts layouts of the application outside those of module, controller and method', async () => {
    const chains = await start(LayoutModule, {
      layouts: [ApplicationLayout],
      controllers: [PagesController],
    });
    const chain = chains.find(PagesController, PagesController.prototype.framed);
    expect(chain?.layouts.map(({ view }) => view)).toEqual([
      'a/application.layout',
      'a/module.layout',
      'a/controller.layout',
      'a/outer.layout',
      'a/inner.layout',
    ]);
    expect(chain?.page?.view).toBe('a/framed.page');
  });

  it('puts the layouts of a method around no other page', async () => {
    const chains = await start(PlainModule, { controllers: [PagesController] });
    const chain = chains.find(PagesController, PagesController.prototype.plain);
    expect(chain?.layouts.map(({ view }) => view)).toEqual(['a/controller.layout']);
  });

  it('lists the outcome views of the method before those of the controller', async () => {
    const chains = await start(PlainModule, { controllers: [PagesController] });
    const chain = chains.find(PagesController, PagesController.prototype.framed);
    expect(chain?.ownOutcomeViews).toEqual([
      { 404: 'a/own-missing.page' },
      { 404: 'a/controller-missing.page' },
    ]);
  });

  it('finds no chain for a method that is no page', async () => {
    const chains = await start(PlainModule, { controllers: [PagesController] });
    expect(chains.find(PagesController, PagesController.prototype.none)).toBeUndefined();
    expect(chains.find(PlainModule, PagesController.prototype.plain)).toBeUndefined();
  });

  it('finds the pages that a controller inherits', async () => {
    const Base = around(InnerLayout);
    @Controller('other')
    @UseLayouts(OuterLayout)
    class Heir extends Base {}
    const chains = await start(PlainModule, { controllers: [Heir] });
    const chain = chains.find(Heir, Base.prototype.page);
    expect(chain?.layouts.map(({ view }) => view)).toEqual(['a/outer.layout', 'a/inner.layout']);
  });

  it('lists every page, and an inherited page with the layouts of each heir', async () => {
    const Base = around(InnerLayout);
    @Controller('other')
    @UseLayouts(OuterLayout)
    class Heir extends Base {}
    const chains = await start(PlainModule, { controllers: [Base, Heir] });
    const listed = chains
      .list()
      .map(({ controller, chain }) => [controller, chain.layouts.map(({ view }) => view)]);
    expect(listed).toEqual([
      [Base, ['a/inner.layout']],
      [Heir, ['a/outer.layout', 'a/inner.layout']],
    ]);
  });

  it('puts the layouts of the application alone where there is no page', async () => {
    const chains = await start(LayoutModule, { layouts: [ApplicationLayout] });
    expect(chains.withoutPage.layouts.map(({ view }) => view)).toEqual(['a/application.layout']);
    expect(chains.withoutPage.page).toBeUndefined();
  });

  it('cannot be read before the application has started', () => {
    const chains = new PageChains({ layouts: [] } as never, new Map() as never, {} as never);
    expect(() => chains.withoutPage).toThrow('has not started yet');
  });
});

describe('the start of an application', () => {
  it('fails with a layout around a page that no module provides', async () => {
    const parts = { controllers: [around(OuterLayout)], providers: [] };
    await expect(start(PlainModule, parts)).rejects.toThrow('no module provides it');
  });

  it('fails with a layout of the application that no module provides', async () => {
    const parts = { layouts: [OuterLayout], providers: [] };
    await expect(start(PlainModule, parts)).rejects.toThrow('no module provides it');
  });

  it.each([
    ['by its method', [], [OuterLayout, OuterLayout]],
    ['by its method and by the application', [OuterLayout], [OuterLayout]],
  ])('fails with the same layout twice around a page: %s', async (_, layouts, used) => {
    const parts = { layouts, controllers: [around(...used)] };
    await expect(start(PlainModule, parts)).rejects.toThrow(
      'The layout OuterLayout is around the same page twice.',
    );
  });

  it('fails with a controller in two modules that put different layouts around it', async () => {
    @Controller('shared')
    class Shared {
      @Get()
      @Page<object>('a/page.page')
      page(): object {
        return {};
      }
    }
    @Module({ controllers: [Shared] })
    class Other {}
    @Module({ imports: [Other] })
    @UseLayouts(ModuleLayout)
    class Twice {}
    await expect(start(Twice, { controllers: [Shared] })).rejects.toThrow(
      'Shared belongs to two modules with different layouts.',
    );
  });

  it('fails with a page that takes the response from Nest', async () => {
    @Controller('taken')
    class Taking {
      @Get()
      @Page<object>('a/page.page')
      page(@Res() _response: unknown): object {
        return {};
      }
    }
    await expect(start(PlainModule, { controllers: [Taking] })).rejects.toThrow(
      'Taking.page is a page and takes the response',
    );
  });
});
