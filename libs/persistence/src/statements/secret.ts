import type { ColumnType } from 'kysely';

declare const SECRET: unique symbol;

/**
 * The text of a column that no page may send: a hash, a key or a sealed text. Types take it for an
 * object with a function, which is no JSON at any depth, so the decorators of pages refuse it.
 */
export interface Secret {
  readonly [SECRET]: () => string;
}

/** A column that is written as text and read as a `Secret`. */
export type SecretColumn = ColumnType<Secret, string, string>;

/** Makes a text comparable to such a column. */
export function toSecret(text: string): Secret {
  return text as unknown as Secret;
}

/** Returns the text, for code that checks it. */
export function revealSecret(secret: Secret): string {
  return secret as unknown as string;
}
