import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PagePlaces } from '../pages/page-places.ts';
import { PageParts } from './page-parts.ts';
import { Part } from './part.decorator.ts';

interface AnyPart {
  Part: (props: object) => unknown;
}

const drawer = new PagePlaces<object>('drawer', ['top']);

class Loader {
  load(): object {
    return {};
  }
}

function createPart(view: string, at: string): Type {
  class SpecPart extends Loader {}
  Part<AnyPart, object>(drawer, view, { at, order: 1 })(SpecPart);
  return SpecPart;
}

async function start(...parts: Type[]): Promise<PageParts> {
  @Module({ providers: [PageParts, ...parts] })
  class SpecModule {}
  const options = { logger: false, abortOnError: false } as const;
  return (await NestFactory.createApplicationContext(SpecModule, options)).get(PageParts);
}

describe('PageParts', () => {
  it('refuses to start with a part at an unknown place', async () => {
    await expect(start(createPart('a/drawer.one.part', 'side'))).rejects.toThrow(
      'SpecPart is at side, which is no place of the page drawer.',
    );
  });

  it('refuses to start with a part whose view is not named after the page', async () => {
    await expect(start(createPart('a/one.part', 'top'))).rejects.toThrow(
      'SpecPart has the view a/one.part, which is no drawer.<name>.part.',
    );
  });

  it('refuses to start with two parts of one view on a page', async () => {
    const parts = [createPart('a/drawer.one.part', 'top'), createPart('a/drawer.one.part', 'top')];
    await expect(start(...parts)).rejects.toThrow('as another part of the page');
  });

  it('loads nothing for a page without parts', async () => {
    const parts = await start();
    expect(parts.load(drawer, {})).toEqual([]);
  });
});
