declare global {
  /**
   * Route patterns of the application, each with the values that fill the pattern. The build writes
   * them to `apps/renderer/src/addresses.d.ts`.
   */
  // This must be an interface, because another file can add to an interface but not to a type.
  interface ApplicationAddresses {}
}

export type AddressPart = string | number;

type Value = string | number | boolean;

export interface AddressRest {
  /**
   * Fields without a value are left out; a list gives one field for each value. A string becomes
   * the query without encoding; an empty string gives no query.
   */
  readonly query?: string | Readonly<Record<string, Value | readonly Value[] | undefined>>;
  readonly hash?: string;
}

declare const isAddress: unique symbol;

/** Address that `to` returns: path, query and fragment, percent-encoded, without the base path. */
export type Address = string & { readonly [isAddress]: true };

/** A link. */
export interface NamedAddress {
  readonly name: string;
  readonly href: Address;
}

/** Patterns without placeholders. Each is a complete address. */
type PlainAddress = {
  [Pattern in keyof ApplicationAddresses]: Pattern extends `${string}${'{' | ':' | '*'}${string}`
    ? never
    : Pattern;
}[keyof ApplicationAddresses];

export type LinkTarget =
  | Address
  | PlainAddress
  | `${'?' | '#'}${string}`
  | `${'http://' | 'https://' | 'mailto:'}${string}`;

type Parts<Pattern extends keyof ApplicationAddresses> = ApplicationAddresses[Pattern];

type Behind<Pattern extends keyof ApplicationAddresses> =
  object extends Parts<Pattern>
    ? // An empty type would accept any object as `parts`, even an object that is meant as `rest`.
      [
        parts?: keyof Parts<Pattern> extends never ? Record<string, never> : Parts<Pattern>,
        rest?: AddressRest,
      ]
    : [parts: Parts<Pattern>, rest?: AddressRest];

const OPTIONAL = /\{(?<inner>[^{}]*)\}/g;
const NAME = /[:*](?<name>[\p{ID_Start}$_][\p{ID_Continue}$]*)/gu;

/**
 * Returns the address of the page whose route has this pattern. The compiler refuses an unknown
 * pattern, an unknown name and a missing name. A value for `*name` may contain slashes.
 *
 * `to('/issues/:id', { id: 7 }, { query: { event: 'latest' } })` returns `/issues/7?event=latest`.
 */
export function to<Pattern extends keyof ApplicationAddresses>(
  pattern: Pattern,
  ...[parts, { query = {}, hash } = {}]: Behind<Pattern>
): Address {
  const values = (parts ?? {}) as Readonly<Record<string, AddressPart | undefined>>;
  const path = (pattern as string)
    .replaceAll(OPTIONAL, (_whole, inner: string) => (hasParts(inner, values) ? inner : ''))
    .replaceAll(NAME, (found, name: string) => encode(values[name], found.startsWith('*')))
    // Only literals of the pattern are left to encode.
    .replaceAll(/[^!-~]+/g, encodeURIComponent);
  const text = typeof query === 'string' ? query : toQuery(query);
  const search = text === '' ? '' : `?${text}`;
  return (path + search + (hash === undefined ? '' : `#${encodeURIComponent(hash)}`)) as Address;
}

function toQuery(query: Exclude<AddressRest['query'], string | undefined>): string {
  const fields = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((each) => (each === undefined ? [] : [[name, String(each)]])),
  );
  return new URLSearchParams(fields).toString();
}

function hasParts(path: string, values: Readonly<Record<string, unknown>>): boolean {
  return [...path.matchAll(NAME)].every(
    ({ groups }) => values[groups?.['name'] ?? ''] !== undefined,
  );
}

function encode(value: AddressPart | undefined, isRest: boolean): string {
  const text = String(value ?? '');
  return isRest ? text.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(text);
}
