import 'reflect-metadata';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module, Post } from '@nestjs/common';
import type { INestApplication, Type } from '@nestjs/common';
import { NestFactory, RouterModule } from '@nestjs/core';
import { ServerAdapter } from '#http';
import type { RouteTable } from '#shared';
import { SystemScheduler } from '#shared';
import { Deadline } from '../chain/deadline.ts';
import { EnhancedMethods } from '../chain/enhanced-methods.ts';
import { LayoutLookup } from '../chain/layout-lookup.ts';
import { PageChains } from '../chain/page-chains.ts';
import { Layout } from '../pages/layout.decorator.ts';
import type { LayoutLoader } from '../pages/layout.decorator.ts';
import { Page } from '../pages/page.decorator.ts';
import { UseLayouts } from '../pages/use-layouts.decorator.ts';
import { RenderingOptions } from '../rendering.options.ts';
import { ViewRenderer } from '../build/view-renderer.ts';
import { PublishedRoutes } from './published-routes.ts';

@Layout<object>('a/frame.layout')
class FrameLayout implements LayoutLoader {
  load(): object {
    return {};
  }
}

@Layout<object>('a/other.layout')
class OtherLayout extends FrameLayout {}

@Controller(['shelf', 'old-shelf'])
class ShelfController {
  @Get()
  @Page<object>('a/shelf.page')
  shelf(): object {
    return {};
  }

  @Get(['book/:id', 'page/:id'])
  @Page<object>('a/book.page')
  @UseLayouts(OtherLayout)
  book(): object {
    return {};
  }

  @Get('list.json')
  list(): object {
    return [];
  }

  @Post('sent')
  sent(): void {}
}

abstract class Pages {
  @Get()
  @Page<object>('a/inherited.page')
  show(): object {
    return {};
  }
}

@Controller('first')
class FirstHeir extends Pages {}

@Controller('second')
@UseLayouts(OtherLayout)
class SecondHeir extends Pages {}

describe('PublishedRoutes', () => {
  let app: INestApplication | undefined;
  let loading: string[];

  beforeEach(() => void (loading = []));
  afterEach(() => app?.close());

  async function start(...controllers: Type[]): Promise<PublishedRoutes> {
    @Module({ controllers: [ShelfController] })
    class RoomModule {}
    @Module({
      imports: [RoomModule, RouterModule.register([{ path: 'room/:room', module: RoomModule }])],
      controllers,
      providers: [
        { provide: RenderingOptions, useValue: { layouts: [FrameLayout] } },
        EnhancedMethods,
        LayoutLookup,
        { provide: Deadline, useValue: new Deadline(new SystemScheduler()) },
        PageChains,
        PublishedRoutes,
        { provide: ViewRenderer, useValue: { listLoading: () => loading } },
        FrameLayout,
        OtherLayout,
      ],
    })
    class Root {}
    app = await NestFactory.create(Root, new ServerAdapter(), {
      logger: false,
      abortOnError: false,
    });
    await app.init();
    return app.get(PublishedRoutes);
  }

  function viewsAt({ table }: PublishedRoutes, path: string): string[] | undefined {
    const { routes, views } = JSON.parse(table.json) as RouteTable;
    const route = routes.find(([pattern]) => new RegExp(pattern, 'i').test(path));
    return route?.slice(2).map((index) => views[Number(index)] ?? '');
  }

  it('tells which views have a loading state, also when that changes', async () => {
    const routes = await start();
    const { path } = routes.table;
    expect(viewsAt(routes, '/room/1/shelf')).toEqual(['a/frame.layout', 'a/shelf.page']);
    expect(routes.table).toBe(routes.table);
    loading = ['a/shelf.page'];
    expect(viewsAt(routes, '/room/1/shelf')?.at(-1)).toBe('a/shelf.page loading');
    expect(routes.table.path).not.toBe(path);
  });

  it('knows a page at every path that controller, method and module give it', async () => {
    const routes = await start();
    for (const shelf of ['/room/1/shelf', '/room/2/old-shelf']) {
      expect(viewsAt(routes, shelf)).toEqual(['a/frame.layout', 'a/shelf.page']);
      for (const book of ['/book/7', '/page/7']) {
        expect(viewsAt(routes, shelf + book)).toEqual([
          'a/frame.layout',
          'a/other.layout',
          'a/book.page',
        ]);
      }
    }
  });

  it('has no views for routes without pages, and no routes that are not read', async () => {
    const routes = await start();
    expect(viewsAt(routes, '/room/1/shelf/list.json')).toEqual([]);
    expect(viewsAt(routes, '/room/1/shelf/sent')).toBeUndefined();
  });

  it('tells controllers apart that inherit the same page', async () => {
    const routes = await start(FirstHeir, SecondHeir);
    expect(viewsAt(routes, '/first')).toEqual(['a/frame.layout', 'a/inherited.page']);
    expect(viewsAt(routes, '/second')).toEqual([
      'a/frame.layout',
      'a/other.layout',
      'a/inherited.page',
    ]);
  });

  it('derives its path from its content, so that equal replicas have equal paths', async () => {
    const paths: string[] = [];
    for (const controllers of [[FirstHeir], [FirstHeir], [SecondHeir]]) {
      paths.push((await start(...controllers)).table.path);
      await app?.close();
    }
    const [one, same, other] = paths;
    expect(one).toMatch(/^\/_routes\/[\da-f]{16}\.json$/);
    expect(same).toBe(one);
    expect(other).not.toBe(one);
  });
});
