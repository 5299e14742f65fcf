import type { JsonValue } from '#shared';

/** A value that JSON transports unchanged. Dates, maps and functions are refused. */
export type Json<T> = unknown extends T
  ? T
  : // Checked as a whole first, because `JsonValue` is recursive and a check of its parts would never end.
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

/** Refuses undefined in lists and in promises, because JSON turns undefined into null there. */
type JsonItem<T> = unknown extends T ? T : undefined extends T ? never : Json<T>;

type AnyFunction = (...parameters: never[]) => unknown;

/**
 * Recognises errors by the property `cause`, because other types also have a name and a message.
 */
type ErrorLike<T> = 'cause' extends keyof T ? Error : never;

/** Props that a loader may return, or else what the compiler says about them. */
export type SentProps<Props> = Props extends JsonProps<Props> ? Props : NotJson<Props>;

/** A loader without a result has a view without props. */
export type NoProps = Record<string, never> | void;

/** Props of a view. Each prop is JSON, or a promise of JSON, which is deferred. */
export type JsonProps<Props> = { readonly [Key in keyof Props]: JsonProp<Props[Key]> };

/**
 * Replaces props that cannot be sent as JSON, so that the compiler's message names the field and
 * the reason.
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
