import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { Layout } from './layout.decorator.ts';
import type { LayoutLoader } from './layout.decorator.ts';
import { getUsedLayouts, UseLayouts } from './use-layouts.decorator.ts';

class Bare implements LayoutLoader {
  load(): object {
    return {};
  }
}

@Layout<object>('a/outer.layout')
class Outer extends Bare {}

@Layout<object>('a/middle.layout')
class Middle extends Bare {}

@Layout<object>('a/inner.layout')
class Inner extends Bare {}

describe('@UseLayouts', () => {
  @UseLayouts(Outer, Middle)
  class Pages {
    @UseLayouts(Inner)
    framed(): void {}

    bare(): void {}
  }

  it('names layouts on a class, outermost first', () => {
    expect(getUsedLayouts(Pages)).toEqual([Outer, Middle]);
  });

  it('names layouts on a method, apart from those of its class', () => {
    expect(getUsedLayouts(Pages.prototype.framed)).toEqual([Inner]);
  });

  it('names no layouts on a method without the decorator', () => {
    expect(getUsedLayouts(Pages.prototype.bare)).toEqual([]);
  });

  it('names the layouts of every line, the upper lines outside', () => {
    @UseLayouts(Outer)
    @UseLayouts(Middle, Inner)
    class Stacked {
      @UseLayouts(Middle)
      @UseLayouts(Inner)
      framed(): void {}
    }
    expect(getUsedLayouts(Stacked)).toEqual([Outer, Middle, Inner]);
    expect(getUsedLayouts(Stacked.prototype.framed)).toEqual([Middle, Inner]);
  });

  it('names the layouts of superclasses outside the layouts of the class itself', () => {
    @UseLayouts(Inner)
    class Heir extends Pages {}
    class Idle extends Heir {}
    expect(getUsedLayouts(Heir)).toEqual([Outer, Middle, Inner]);
    expect(getUsedLayouts(Idle)).toEqual([Outer, Middle, Inner]);
    expect(getUsedLayouts(Pages)).toEqual([Outer, Middle]);
  });
});
