import type { JsonValue } from '#shared';

/**
 * A value that JSON carries unchanged. The compiler refuses dates, maps, functions and the like,
 * which would differ between the server's tree and the browser's.
 */
export type Json<T> = unknown extends T
  ? T
  : // Checked as a whole first. `JsonValue` is recursive, and checking its parts would never end.
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

/**
 * JSON for an item of a list: an item that is undefined, or a promise of undefined, would arrive as
 * null.
 */
type JsonItem<T> = unknown extends T ? T : undefined extends T ? never : Json<T>;

type AnyFunction = (...parameters: never[]) => unknown;

/**
 * Errors are recognised by their optional `cause`, because other types have a name and a message,
 * too.
 */
type ErrorLike<T> = 'cause' extends keyof T ? Error : never;

/** Props of a view: JSON, and promises of JSON as outermost values only, which are deferred. */
export type JsonProps<Props> = { readonly [Key in keyof Props]: JsonProp<Props[Key]> };

/**
 * Replaces the type of props that cannot be sent as JSON, so that the compiler names the field and
 * what is wrong with it.
 */
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
