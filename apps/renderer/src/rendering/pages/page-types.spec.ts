import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import type { JsonValue } from '#shared';
import { Page } from './page.decorator.ts';
import { getPageMetadata } from './page.metadata.ts';

/* The compiler checks these cases. The build fails when an expected error does not occur. */

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

interface Named {
  readonly name: string;
  readonly nick?: string;
}

interface Secretive extends Named {
  readonly secret: string;
}

type Text = { text: string };
type Shape =
  | { readonly kind: 'circle'; readonly radius: number }
  | { readonly kind: 'square'; readonly width: number };

class Point {
  readonly x = 1;

  double(): number {
    return this.x * 2;
  }
}

declare const SECRET: unique symbol;
/** Stands for what a `SecretColumn` of the stores is read as. */
interface Secret {
  readonly [SECRET]: () => string;
}

const VIEW = 'a/x.page';
const on = [{}, 'show'] as const;

type V<Value> = { value: Value };
type Late<Value> = { late: Promise<Value> };
type Dates = readonly (PersonDto | { at: Date | null })[];

const page = <Props>() => Page<Props>(VIEW);
const still = Page(VIEW);

/** Stands for a method that returns a `Value`. */
function of<Value>(value?: Value): TypedPropertyDescriptor<(id: number) => Value> {
  return { value: () => value as Value };
}

describe('@Page', () => {
  it('stores the view of its method', () => {
    class Pages {
      @Page<Text>('a/props.page')
      async show(id: number, word: string) {
        return { text: `${id} ${word}` };
      }
    }
    expect(getPageMetadata(Pages.prototype.show)?.view).toBe('a/props.page');
  });

  it('accepts methods that return the props of their view', () => {
    page<Text>()(...on, of<{ text: string }>());
    page<Text>()(...on, of<Promise<{ text: string }>>());
    page<{ text?: string }>()(...on, of<object>());
    expect.assertions(0);
  });

  it('refuses methods that return other props', () => {
    // @ts-expect-error another type
    page<Text>()(...on, of<{ text: number }>());
    // @ts-expect-error a prop is missing
    page<Text>()(...on, of<object>());
    // @ts-expect-error it may be undefined
    page<Text>()(...on, of<{ text: string | undefined }>());
    // @ts-expect-error a promise where the view has the text itself
    page<Text>()(...on, of<{ text: Promise<string> }>());
    // @ts-expect-error the text itself where the view waits for it
    page<{ text: Promise<string> }>()(...on, of<{ text: string }>());
    // @ts-expect-error no props at all
    page<Text>()(...on, of<void>());
    expect.assertions(0);
  });

  it('accepts pages of views without props', () => {
    still(...on, of<void>());
    still(...on, of<Promise<void>>());
    still(...on, of<Record<string, never>>());
    // @ts-expect-error what no view shows does not travel
    still(...on, of<{ text: string }>());
    expect.assertions(0);
  });

  it('accepts JSON props, however they are declared', () => {
    page<{ person: PersonDto; team: TeamDto }>()(...on, of<{ person: PersonDto; team: TeamDto }>());
    page<PersonDto>()(...on, of<PersonDto>());
    page<{ one: PersonDto | null; other: PersonDto | string; third?: PersonDto }>()(
      ...on,
      of<{ one: PersonDto | null; other: PersonDto | string; third?: PersonDto }>(),
    );
    page<{ people: (PersonDto | null)[]; pair: readonly [number, PersonDto] }>()(
      ...on,
      of<{ people: (PersonDto | null)[]; pair: readonly [number, PersonDto] }>(),
    );
    page<{ json: JsonValue; more?: JsonValue; record: Record<string, JsonValue> }>()(
      ...on,
      of<{ json: JsonValue; more?: JsonValue; record: Record<string, JsonValue> }>(),
    );
    page<{ kind: 'a' | 3 | true; is: boolean; nothing: null; gone: undefined }>()(
      ...on,
      of<{ kind: 'a' | 3 | true; is: boolean; nothing: null; gone: undefined }>(),
    );
    page<{ failure: { name: string; message: string } }>()(
      ...on,
      of<{ failure: { name: string; message: string } }>(),
    );
    expect.assertions(0);
  });

  it('accepts promises as the outermost props', () => {
    page<{ late: Promise<string>; person: Promise<PersonDto | null> }>()(
      ...on,
      of<{ late: Promise<string>; person: Promise<PersonDto | null> }>(),
    );
    page<{ late?: Promise<readonly PersonDto[]> }>()(
      ...on,
      of<{ late?: Promise<readonly PersonDto[]> }>(),
    );
    page<{ late: Promise<JsonValue>; later: Promise<unknown> }>()(
      ...on,
      of<{ late: Promise<JsonValue>; later: Promise<unknown> }>(),
    );
    expect.assertions(0);
  });

  it('refuses promises anywhere else, and promises of values that are no JSON', () => {
    // @ts-expect-error a promise within an object
    page<{ o: { late: Promise<string> } }>()(...on, of<{ o: { late: Promise<string> } }>());
    // @ts-expect-error a promise within a list
    page<{ list: readonly Promise<string>[] }>()(...on, of<{ list: readonly Promise<string>[] }>());
    // @ts-expect-error a promise within another
    page<Late<{ later: Promise<string> }>>()(...on, of<Late<{ later: Promise<string> }>>());
    // @ts-expect-error a promise of a date
    page<{ late: Promise<string | Date> }>()(...on, of<{ late: Promise<string | Date> }>());
    // @ts-expect-error a promise of undefined, which arrives as null
    page<Late<string | undefined>>()(...on, of<Late<string | undefined>>());
    // @ts-expect-error a `PromiseLike`, which is no promise
    page<{ late: PromiseLike<string> }>()(...on, of<{ late: PromiseLike<string> }>());
    expect.assertions(0);
  });

  it('refuses props that would not arrive as they were sent', () => {
    // @ts-expect-error a date
    page<V<Date>>()(...on, of<V<Date>>());
    // @ts-expect-error a date among others, far inside
    page<V<{ list: Dates }>>()(...on, of<V<{ list: Dates }>>());
    // @ts-expect-error dates by name
    page<V<Record<string, Date>>>()(...on, of<V<Record<string, Date>>>());
    // @ts-expect-error a map
    page<V<ReadonlyMap<string, string>>>()(...on, of<V<ReadonlyMap<string, string>>>());
    // @ts-expect-error a set
    page<V<Set<string>>>()(...on, of<V<Set<string>>>());
    // @ts-expect-error a function
    page<{ value?: (text: string) => void }>()(...on, of<{ value?: (text: string) => void }>());
    // @ts-expect-error an instance with a method
    page<V<Point>>()(...on, of<V<Point>>());
    // @ts-expect-error a bigint
    page<V<bigint>>()(...on, of<V<bigint>>());
    // @ts-expect-error a symbol
    page<V<symbol>>()(...on, of<V<symbol>>());
    // @ts-expect-error an error
    page<V<TypeError | null>>()(...on, of<V<TypeError | null>>());
    // @ts-expect-error an address
    page<V<URL>>()(...on, of<V<URL>>());
    // @ts-expect-error bytes
    page<V<Uint8Array>>()(...on, of<V<Uint8Array>>());
    // @ts-expect-error a column that nobody may see, far inside
    page<V<{ list: { hash?: Secret }[] }>>()(...on, of<V<{ list: { hash?: Secret }[] }>>());
    // @ts-expect-error an item that arrives as null
    page<V<readonly (string | undefined)[]>>()(...on, of<V<readonly (string | undefined)[]>>());
    expect.assertions(0);
  });

  it('gives head and tags the props, with their types', () => {
    Page<{ name: string; late: Promise<string> }>(VIEW, {
      head: ({ name }) => ({ title: name.trim() }),
      tags: ({ name }) => [name],
    });
    Page<{ name: string }>(VIEW, {
      // @ts-expect-error the view has no such prop
      head: ({ title }) => ({ title }),
    });
    expect.assertions(0);
  });

  it('refuses a view whose type is not given', () => {
    // @ts-expect-error the type of its file
    Page(VIEW)(...on, of<{ text: string }>());
    expect.assertions(0);
  });

  it('refuses pages that return more than their view takes, since all props would travel', () => {
    page<Named>()(...on, of<Named>());
    page<Named>()(...on, of<Promise<{ name: string }>>());
    // @ts-expect-error the view has no use for it, and the visitor would have it
    page<Named>()(...on, of<{ name: string; passwordHash: string }>());
    // @ts-expect-error as well when it is late
    page<Named>()(...on, of<Promise<{ name: string; secret: Promise<string> }>>());
    // @ts-expect-error one of the two has more
    page<Named>()(...on, of<Named | Secretive>());
    page<Shape>()(...on, of<Shape>());
    page<Shape>()(...on, of<{ kind: 'square'; width: number }>());
    page<Shape>()(...on, of<never>());
    expect.assertions(0);
  });
});
