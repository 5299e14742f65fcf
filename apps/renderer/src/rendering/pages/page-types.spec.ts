import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import type { JsonValue } from '#shared';
import { Page } from './page.decorator.ts';
import { getPageMetadata } from './page.metadata.ts';

/* The compiler checks these cases. The build fails when an expected error does not occur. */

interface ViewOf<Props> {
  readonly Page: (props: Props) => unknown;
}

interface PersonDto {
  readonly id: number;
  readonly name: string | null;
  readonly email?: string;
}

interface TeamDto {
  readonly lead: PersonDto | null;
  readonly people: readonly PersonDto[];
  readonly parts: readonly TeamDto[];
  readonly byRole: Readonly<Record<string, PersonDto>>;
}

interface FailureDto {
  readonly name: string;
  readonly message: string;
}

type Kind = 'a' | 'b' | 3 | true;

function some<T>(value?: T): T {
  return value as T;
}

function pagesOf(controller: new () => object): Record<string, string | undefined> {
  const { constructor: _constructor, ...methods } = Object.getOwnPropertyDescriptors(
    controller.prototype as object,
  );
  return Object.fromEntries(
    Object.entries(methods).map(([name, { value }]) => [
      name,
      getPageMetadata(value as object)?.view,
    ]),
  );
}

describe('@Page', () => {
  it('accepts methods that return the props of their view', () => {
    class Pages {
      @Page<ViewOf<{ text: string }>>('a/props.page')
      returned() {
        return { text: 'a' };
      }

      @Page<ViewOf<{ text: string }>>('a/props.page')
      async promised() {
        return { text: 'a' };
      }

      @Page<ViewOf<{ text: string }>>('a/props.page')
      ofParameters(id: number, word: string) {
        return { text: `${id} ${word}` };
      }

      @Page<ViewOf<{ text?: string }>>('a/optional.page')
      without() {
        return {};
      }
    }
    expect(pagesOf(Pages)).toEqual({
      returned: 'a/props.page',
      promised: 'a/props.page',
      ofParameters: 'a/props.page',
      without: 'a/optional.page',
    });
  });

  it('refuses methods that return other props', () => {
    class Pages {
      // @ts-expect-error another type
      @Page<ViewOf<{ text: string }>>('a/props.page')
      otherType() {
        return { text: 1 };
      }

      // @ts-expect-error a prop is missing
      @Page<ViewOf<{ text: string }>>('a/props.page')
      missing() {
        return {};
      }

      // @ts-expect-error it may be undefined
      @Page<ViewOf<{ text: string }>>('a/props.page')
      perhaps() {
        return { text: some<string | undefined>() };
      }

      // @ts-expect-error a promise where the view has the text itself
      @Page<ViewOf<{ text: string }>>('a/props.page')
      late() {
        return { text: Promise.resolve('a') };
      }

      // @ts-expect-error the text itself where the view waits for it
      @Page<ViewOf<{ text: Promise<string> }>>('a/late.page')
      early() {
        return { text: 'a' };
      }

      // @ts-expect-error no props at all
      @Page<ViewOf<{ text: string }>>('a/props.page')
      nothing() {}
    }
    expect(Object.keys(pagesOf(Pages))).toHaveLength(6);
  });

  it('accepts pages of views without props', () => {
    class Pages {
      @Page<{ Page: () => unknown }>('a/still.page')
      nothing() {}

      @Page<{ Page: () => unknown }>('a/still.page')
      async later() {}

      @Page<{ Page: () => unknown }>('a/still.page')
      empty() {
        return {};
      }

      // @ts-expect-error what no view shows does not travel
      @Page<{ Page: () => unknown }>('a/still.page')
      something() {
        return { text: 'a' };
      }
    }
    expect(Object.keys(pagesOf(Pages))).toHaveLength(4);
  });

  it('accepts JSON props, however they are declared', () => {
    class Pages {
      @Page<ViewOf<{ person: PersonDto; team: TeamDto }>>('a/interfaces.page')
      interfaces() {
        return some<{ person: PersonDto; team: TeamDto }>();
      }

      @Page<ViewOf<PersonDto>>('a/interface.page')
      itself() {
        return some<PersonDto>();
      }

      @Page<ViewOf<{ one: PersonDto | null; other: PersonDto | string; third?: PersonDto }>>(
        'a/perhaps.page',
      )
      perhaps() {
        return some<{ one: PersonDto | null; other: PersonDto | string; third?: PersonDto }>();
      }

      @Page<ViewOf<{ people: (PersonDto | null)[]; pair: readonly [number, PersonDto] }>>(
        'a/items.page',
      )
      items() {
        return some<{ people: (PersonDto | null)[]; pair: readonly [number, PersonDto] }>();
      }

      @Page<ViewOf<{ json: JsonValue; more?: JsonValue; record: Record<string, JsonValue> }>>(
        'a/json.page',
      )
      json() {
        return some<{ json: JsonValue; more?: JsonValue; record: Record<string, JsonValue> }>();
      }

      @Page<ViewOf<{ kind: Kind; is: boolean; nothing: null; gone: undefined }>>('a/literals.page')
      literals() {
        return some<{ kind: Kind; is: boolean; nothing: null; gone: undefined }>();
      }

      @Page<ViewOf<{ failure: FailureDto }>>('a/named.page')
      named() {
        return some<{ failure: FailureDto }>();
      }
    }
    expect(Object.keys(pagesOf(Pages))).toHaveLength(7);
  });

  it('accepts promises as the outermost props', () => {
    class Pages {
      @Page<ViewOf<{ late: Promise<string>; person: Promise<PersonDto | null> }>>('a/late.page')
      promises() {
        return some<{ late: Promise<string>; person: Promise<PersonDto | null> }>();
      }

      @Page<ViewOf<{ late?: Promise<readonly PersonDto[]> }>>('a/perhaps-late.page')
      optional() {
        return some<{ late?: Promise<readonly PersonDto[]> }>();
      }

      @Page<ViewOf<{ late: Promise<JsonValue>; later: Promise<unknown> }>>('a/late-json.page')
      json() {
        return some<{ late: Promise<JsonValue>; later: Promise<unknown> }>();
      }
    }
    expect(Object.keys(pagesOf(Pages))).toHaveLength(3);
  });

  it('refuses promises anywhere else, and promises of values that are no JSON', () => {
    class Pages {
      // @ts-expect-error within an object
      @Page<ViewOf<{ o: { late: Promise<string> } }>>('a/x.page')
      nested() {
        return some<{ o: { late: Promise<string> } }>();
      }

      // @ts-expect-error within a list
      @Page<ViewOf<{ list: readonly Promise<string>[] }>>('a/x.page')
      listed() {
        return some<{ list: readonly Promise<string>[] }>();
      }

      // @ts-expect-error within another
      @Page<ViewOf<{ late: Promise<{ later: Promise<string> }> }>>('a/x.page')
      twice() {
        return some<{ late: Promise<{ later: Promise<string> }> }>();
      }

      // @ts-expect-error of a date
      @Page<ViewOf<{ late: Promise<string | Date> }>>('a/x.page')
      ofDate() {
        return some<{ late: Promise<string | Date> }>();
      }

      // @ts-expect-error of what arrives as null
      @Page<ViewOf<{ late: Promise<string | undefined> }>>('a/x.page')
      ofUndefined() {
        return some<{ late: Promise<string | undefined> }>();
      }

      // @ts-expect-error only alike
      @Page<ViewOf<{ late: PromiseLike<string> }>>('a/x.page')
      alike() {
        return some<{ late: PromiseLike<string> }>();
      }
    }
    expect(Object.keys(pagesOf(Pages))).toHaveLength(6);
  });

  it('refuses props that would not arrive as they were sent', () => {
    class Point {
      readonly x = 1;

      double(): number {
        return this.x * 2;
      }
    }
    class Pages {
      // @ts-expect-error a date
      @Page<ViewOf<{ value: Date }>>('a/x.page')
      date() {
        return some<{ value: Date }>();
      }

      // @ts-expect-error a date among others, far inside
      @Page<ViewOf<{ value: { list: readonly (PersonDto | { at: Date | null })[] } }>>('a/x.page')
      deepDate() {
        return some<{ value: { list: readonly (PersonDto | { at: Date | null })[] } }>();
      }

      // @ts-expect-error dates by name
      @Page<ViewOf<{ value: Record<string, Date> }>>('a/x.page')
      dates() {
        return some<{ value: Record<string, Date> }>();
      }

      // @ts-expect-error a map
      @Page<ViewOf<{ value: ReadonlyMap<string, string> }>>('a/x.page')
      map() {
        return some<{ value: ReadonlyMap<string, string> }>();
      }

      // @ts-expect-error a set
      @Page<ViewOf<{ value: Set<string> }>>('a/x.page')
      set() {
        return some<{ value: Set<string> }>();
      }

      // @ts-expect-error a function
      @Page<ViewOf<{ value?: (text: string) => void }>>('a/x.page')
      function() {
        return some<{ value?: (text: string) => void }>();
      }

      // @ts-expect-error an instance with a method
      @Page<ViewOf<{ value: Point }>>('a/x.page')
      instance() {
        return { value: new Point() };
      }

      // @ts-expect-error a bigint
      @Page<ViewOf<{ value: bigint }>>('a/x.page')
      bigint() {
        return some<{ value: bigint }>();
      }

      // @ts-expect-error a symbol
      @Page<ViewOf<{ value: symbol }>>('a/x.page')
      symbol() {
        return some<{ value: symbol }>();
      }

      // @ts-expect-error an error
      @Page<ViewOf<{ value: TypeError | null }>>('a/x.page')
      error() {
        return some<{ value: TypeError | null }>();
      }

      // @ts-expect-error an address
      @Page<ViewOf<{ value: URL }>>('a/x.page')
      address() {
        return some<{ value: URL }>();
      }

      // @ts-expect-error bytes
      @Page<ViewOf<{ value: Uint8Array }>>('a/x.page')
      bytes() {
        return some<{ value: Uint8Array }>();
      }

      // @ts-expect-error an item that arrives as null
      @Page<ViewOf<{ value: readonly (string | undefined)[] }>>('a/x.page')
      undefinedItem() {
        return some<{ value: readonly (string | undefined)[] }>();
      }
    }
    expect(Object.keys(pagesOf(Pages))).toHaveLength(13);
  });

  it('gives head and tags the props, with their types', () => {
    class Pages {
      @Page<ViewOf<{ name: string; late: Promise<string> }>>('a/named.page', {
        head: ({ name }) => ({ title: name.trim() }),
        tags: ({ name }) => [name],
      })
      named() {
        return some<{ name: string; late: Promise<string> }>();
      }

      @Page<ViewOf<{ name: string }>>('a/named.page', {
        // @ts-expect-error the view has no such prop
        head: ({ title }) => ({ title }),
      })
      otherwise() {
        return { name: 'a' };
      }
    }
    expect(Object.keys(pagesOf(Pages))).toHaveLength(2);
  });

  it('refuses a view whose type is not given', () => {
    class Pages {
      // @ts-expect-error the type of its file
      @Page('a/x.page')
      untold() {
        return { text: 'a' };
      }
    }
    expect(pagesOf(Pages)).toEqual({ untold: 'a/x.page' });
  });
});

describe('a page that returns more than its view takes', () => {
  it('is refused, since all returned props would travel', () => {
    interface Named {
      readonly name: string;
      readonly nick?: string;
    }
    class Pages {
      @Page<ViewOf<Named>>('a/named.page')
      exact(): Named {
        return { name: 'a' };
      }

      @Page<ViewOf<Named>>('a/named.page')
      async less(): Promise<{ name: string }> {
        return { name: 'a' };
      }

      // @ts-expect-error the view has no use for it, and the visitor would have it
      @Page<ViewOf<Named>>('a/named.page')
      more(): { name: string; passwordHash: string } {
        return { name: 'a', passwordHash: 'x' };
      }

      // @ts-expect-error as well when it is late
      @Page<ViewOf<Named>>('a/named.page')
      async late(): Promise<{ name: string; secret: Promise<string> }> {
        return { name: 'a', secret: Promise.resolve('x') };
      }
    }
    expect(Object.getOwnPropertyNames(Pages.prototype)).toContain('more');
  });

  it('is refused also when only one of its return types has more', () => {
    interface Named {
      readonly name: string;
    }
    interface Secretive extends Named {
      readonly secret: string;
    }
    class Pages {
      // @ts-expect-error one of the two has more
      @Page<ViewOf<Named>>('a/named.page')
      perhaps(): Named | Secretive {
        return { name: 'a' };
      }
    }
    expect(pagesOf(Pages)).toEqual({ perhaps: 'a/named.page' });
  });

  it('is accepted when a variant of the props has more, or when the page never returns', () => {
    type Shape =
      | { readonly kind: 'circle'; readonly radius: number }
      | { readonly kind: 'square'; readonly width: number };
    class Pages {
      @Page<ViewOf<Shape>>('a/shape.page')
      either(): Shape {
        return { kind: 'circle', radius: 1 };
      }

      @Page<ViewOf<Shape>>('a/shape.page')
      one() {
        return { kind: 'square' as const, width: 1 };
      }

      @Page<ViewOf<Shape>>('a/shape.page')
      none(): never {
        throw new Error('There is none.');
      }
    }
    expect(Object.keys(pagesOf(Pages))).toHaveLength(3);
  });
});
