import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { getLayoutMetadata, Layout } from './layout.decorator.ts';
import type { LayoutClass } from './layout.decorator.ts';
import { getUsedLayouts, UseLayouts } from './use-layouts.decorator.ts';

/* The compiler checks these cases. The build fails when an expected error does not occur. */

describe('@Layout', () => {
  interface FrameProps {
    readonly name: string;
    readonly late?: Promise<number>;
  }

  it('accepts classes that load all props of their view but its children', () => {
    @Layout<FrameProps>('a/frame.layout', { head: ({ name }) => ({ title: name }) })
    class Frame {
      load() {
        return { name: 'a' };
      }
    }
    @Layout<FrameProps>('a/frame.layout')
    class LateFrame {
      async load(id: number) {
        return { name: `${id}`, late: Promise.resolve(1) };
      }
    }
    @Layout<object>('a/bare.layout')
    class BareFrame {
      load() {
        return {};
      }
    }
    const classes: LayoutClass[] = [Frame, LateFrame, BareFrame];
    expect(classes.map((each) => getLayoutMetadata(each).view)).toEqual([
      'a/frame.layout',
      'a/frame.layout',
      'a/bare.layout',
    ]);
  });

  it('refuses classes that load other props', () => {
    // @ts-expect-error another type
    @Layout<FrameProps>('a/frame.layout')
    class OtherType {
      load() {
        return { name: 1 };
      }
    }
    // @ts-expect-error a prop is missing
    @Layout<FrameProps>('a/frame.layout')
    class Missing {
      load() {
        return {};
      }
    }
    // @ts-expect-error no loader
    @Layout<FrameProps>('a/frame.layout')
    class Loaderless {}
    // @ts-expect-error a date
    @Layout<{ at: Date }>('a/frame.layout')
    class Dated {
      load() {
        return { at: new Date(0) };
      }
    }
    const classes = [OtherType, Missing, Loaderless, Dated] as unknown as LayoutClass[];
    expect(classes.map((each) => getLayoutMetadata(each).view)).toHaveLength(4);
  });
});

describe('a layout that loads more than its view takes', () => {
  it('is refused, since all loaded props would travel', () => {
    // @ts-expect-error the view has no use for it, and the visitor would have it
    @Layout<{ name: string }>('a/frame.layout')
    class More {
      async load(): Promise<{ name: string; passwordHash: string }> {
        return { name: 'a', passwordHash: 'x' };
      }
    }
    // @ts-expect-error nor for its own children
    @Layout<{ name: string }>('a/frame.layout')
    class Parent {
      load() {
        return { name: 'a', children: 'b' };
      }
    }
    expect([More, Parent].map((each) => getLayoutMetadata(each).view)).toHaveLength(2);
  });
});

describe('@UseLayouts', () => {
  it('refuses classes that load nothing', () => {
    class NoLoader {
      readonly name = 'a';
    }
    class Pages {
      // @ts-expect-error it loads nothing
      @UseLayouts(NoLoader)
      page() {}
    }
    expect(getUsedLayouts(Pages.prototype.page)).toEqual([NoLoader]);
  });
});
