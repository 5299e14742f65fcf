import type { Address } from '#shared';
import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createMenu } from './menu.ts';
import { Menus } from './menus.ts';
import { MenusModule } from './menus.module.ts';

const Rooms = createMenu();
const Halls = createMenu();

@Controller('rooms/:room/windows')
@Rooms({ name: 'Windows', order: 20, words: 'glass light' })
class WindowsController {}

@Controller('rooms/:room/')
@Rooms({ name: 'Size', order: 10 })
class SizeController {}

@Controller('rooms/:room/doors')
@Rooms({ name: 'Doors', order: 20 })
class DoorsController {}

@Controller('doors')
@Halls({ name: 'Ways out', order: 10, href: '/doors/open' as Address })
class HallController {}

@Controller('cellar')
class CellarController {}

const FEATURES = [
  WindowsController,
  SizeController,
  DoorsController,
  HallController,
  CellarController,
];

const ALL = { mayOpen: () => true, params: { room: 'a b' } };

@Module({})
class FeatureModule {}

@Module({ imports: [MenusModule] })
class RootModule {}

async function open(controllers: readonly Type[]): Promise<Menus> {
  const features = controllers.map((each) => ({ module: FeatureModule, controllers: [each] }));
  const root = { module: RootModule, imports: features };
  const app = await NestFactory.createApplicationContext(root, { logger: false });
  return app.get(Menus, { strict: false });
}

describe('Menus', () => {
  it.each([
    ['in the given order', FEATURES],
    ['in reverse order', FEATURES.toReversed()],
  ])('lists entries by order, then by name, with features %s', async (_how, features) => {
    expect((await open(features)).list(Rooms, ALL)).toEqual([
      { name: 'Size', href: '/rooms/a%20b' },
      { name: 'Doors', href: '/rooms/a%20b/doors' },
      { name: 'Windows', href: '/rooms/a%20b/windows' },
    ]);
  });

  it('keeps the entries of two menus apart, and links to the address of an entry', async () => {
    const menus = await open(FEATURES);
    expect(menus.list(Halls, ALL)).toEqual([{ name: 'Ways out', href: '/doors/open' }]);
  });

  it('finds entries by typed words, also by the name of their surroundings', async () => {
    const menus = await open(FEATURES);
    const find = (typed: string) =>
      menus.search(Rooms, typed, { ...ALL, around: 'north' }).map(({ name }) => name);
    expect(find('glass')).toEqual(['Windows']);
    expect(find('nor do')).toEqual(['Doors']);
    expect(find('south')).toEqual([]);
  });

  it('lists no link to a page that the visitor may not open', async () => {
    const mayOpen = (controller: object): boolean => controller !== DoorsController;
    const links = (await open(FEATURES)).list(Rooms, { ...ALL, mayOpen });
    expect(links.map(({ name }) => name)).toEqual(['Size', 'Windows']);
  });
});
