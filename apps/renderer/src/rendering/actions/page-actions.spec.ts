import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { Body, Controller, Get, Injectable, Module, Scope } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { EnhancedMethods } from '../chain/enhanced-methods.ts';
import { Page } from '../pages/page.decorator.ts';
import { PagePlaces } from '../pages/page-places.ts';
import { Part } from '../parts/part.decorator.ts';
import type { PartLoader } from '../parts/part.decorator.ts';
import { Action } from './action.decorator.ts';
import { PageActions } from './page-actions.ts';

class Fields {
  readonly name!: string;
}

async function start(controller: Type, ...parts: Type[]): Promise<PageActions> {
  @Module({ controllers: [controller], providers: [PageActions, EnhancedMethods, ...parts] })
  class SpecModule {}
  const app = await NestFactory.createApplicationContext(SpecModule, {
    logger: false,
    abortOnError: false,
  });
  return app.get(PageActions);
}

@Controller()
class ShelfController {
  @Get()
  @Page<object>('a/shelf.page')
  shelf(): object {
    return {};
  }

  @Get('other')
  @Page<object>('a/other.page')
  other(): object {
    return {};
  }

  @Action('sort')
  sort(): void {}

  @Action('fill', { of: ['shelf'] })
  fill(@Body() fields: Fields): Fields {
    return fields;
  }
}

describe('PageActions', () => {
  it('finds an action at each page of its controller, or at the pages that it names', async () => {
    const actions = await start(ShelfController);
    const { shelf, other } = ShelfController.prototype;
    const find = (page: unknown, name: string) => actions.find(ShelfController, page, name);
    expect(find(shelf, 'sort')?.metadata.name).toBe('sort');
    expect(find(other, 'sort')?.metadata.name).toBe('sort');
    expect(find(shelf, 'fill')?.metadata.name).toBe('fill');
    expect(find(other, 'fill')).toBeUndefined();
    expect(find(shelf, 'toString')).toBeUndefined();
    expect(find(() => undefined, 'sort')).toBeUndefined();
  });

  it('knows the class of the fields that an action takes', async () => {
    const actions = await start(ShelfController);
    const { shelf } = ShelfController.prototype;
    expect(actions.find(ShelfController, shelf, 'fill')?.dto).toBe(Fields);
    expect(actions.find(ShelfController, shelf, 'sort')?.dto).toBeUndefined();
  });

  it('refuses to start with an action of a controller without pages', async () => {
    @Controller()
    class StrayController {
      @Get()
      plain(): void {}

      @Action('save')
      save(): void {}
    }
    await expect(start(StrayController)).rejects.toThrow(
      'StrayController.save is an action of its controller, but that is no page.',
    );
  });

  it('refuses to start with an action that names an unknown page', async () => {
    @Controller()
    class StrayController extends ShelfController {
      @Action('save', { of: ['nothing'] })
      save(): void {}
    }
    await expect(start(StrayController)).rejects.toThrow('of nothing, but that is no page');
  });

  it('refuses to start with two actions of one name at one page', async () => {
    @Controller()
    class DoubleController extends ShelfController {
      @Action('sort', { of: ['shelf'] })
      sortAgain(): void {}
    }
    await expect(start(DoubleController)).rejects.toThrow('two actions sort');
  });

  it('gives a page the actions of its parts, and refuses two of one name', async () => {
    const places = new PagePlaces<object>('drawer', ['top']);
    @Controller('drawer')
    class DrawerController {
      @Get()
      @Page<object>('a/drawer.page', { places })
      drawer(): object {
        return {};
      }
    }
    @Part<{ Part: (props: object) => unknown }, object>(places, 'b/drawer.label.part', {
      at: 'top',
      order: 1,
    })
    class LabelPart implements PartLoader<object, object> {
      load(): object {
        return {};
      }

      @Action('label')
      label(): void {}
    }
    const actions = await start(DrawerController, LabelPart);
    expect(actions.list(DrawerController, DrawerController.prototype.drawer)).toEqual(['label']);
    @Controller('drawer')
    class LabelledController extends DrawerController {
      @Action('label')
      own(): void {}
    }
    await expect(start(LabelledController, LabelPart)).rejects.toThrow('two actions label');
  });

  it('refuses to start with an action that is made for each request', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class PerRequest {}
    @Controller()
    class PerRequestController {
      constructor(readonly perRequest: PerRequest) {}

      @Get()
      @Page<object>('a/shelf.page')
      shelf(): object {
        return {};
      }

      @Action('sort')
      sort(): void {}
    }
    @Module({
      controllers: [PerRequestController],
      providers: [PerRequest, PageActions, EnhancedMethods],
    })
    class SpecModule {}
    await expect(
      NestFactory.createApplicationContext(SpecModule, { logger: false, abortOnError: false }),
    ).rejects.toThrow('request-scoped');
  });

  it('refuses to start with fields of an action that no class describes', async () => {
    @Controller()
    class LooseController extends ShelfController {
      @Action('save', { of: ['shelf'] })
      save(@Body() fields: Record<string, string>): object {
        return fields;
      }
    }
    await expect(start(LooseController)).rejects.toThrow('takes @Body() without a class');
  });

  it('refuses names of actions that no header and no address could have', () => {
    for (const name of ['', 'Sort', 'a b', '1', 'x'.repeat(65)]) {
      expect(() => Action(name)).toThrow(RangeError);
    }
  });
});
