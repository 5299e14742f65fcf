import type { JsonValue } from '#shared';

/**
 * What may travel as JSON and arrive as it was: the compiler refuses dates, maps, functions and the
 * like, which would be one thing in the server's tree and another in the browser's.
 */
export type Json<T> = unknown extends T
  ? T
  : // As it stands, before its parts: JSON is defined by itself, without an end.
    [T] extends [JsonValue | undefined]
    ? T
    : T extends JsonValue | undefined
      ? T
      : T extends AnyFunction | ErrorLike<T>
        ? never
        : T extends readonly unknown[]
          ? { readonly [Key in keyof T]: JsonItem<T[Key]> }
          : T extends object
            ? { readonly [Key in keyof T]: Json<T[Key]> }
            : never;

/** JSON where something has to stand: an item that is undefined, or a promise of it, would arrive as null. */
type JsonItem<T> = unknown extends T ? T : undefined extends T ? never : Json<T>;

/** Dates, maps, promises and the like are refused by their methods. */
type AnyFunction = (...parameters: never[]) => unknown;

/** Told by the cause that it may have: other things have a name and a message too. */
type ErrorLike<T> = 'cause' extends keyof T ? Error : never;

/** Props of a view: JSON, and promises of JSON as the outermost values only: these are deferred. */
export type JsonProps<Props> = { readonly [Key in keyof Props]: JsonProp<Props[Key]> };

/** In place of props that could not travel: the compiler names the field, and what is wrong with it. */
export type NotJson<Props> = {
  readonly [Key in keyof Props as Props[Key] extends JsonProp<Props[Key]> ? never : Key]-?: Refusal<
    NonNullable<Props[Key]>
  >;
};

type Refusal<T> = T extends Date
  ? 'A Date cannot be sent as JSON: send its time as a number.'
  : T extends AnyFunction
    ? 'A function cannot be sent as JSON: use an action instead.'
    : T extends ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>
      ? 'Maps and sets cannot be sent as JSON: send an array.'
      : 'This value, or something in it, cannot be sent as JSON.';

type JsonProp<T> = T extends Promise<infer Value> ? Promise<JsonItem<Value>> : Json<T>;
