declare global {
  /**
   * The addresses of an application by their patterns, and what stands in the place of each of their names. The file
   * `apps/renderer/src/addresses.d.ts` has them; the build writes it.
   */
  // An interface, so that a file can add to it.
  interface ApplicationAddresses {}
}

/** What stands in the place of a name of a pattern. */
export type AddressPart = string | number;

type Value = string | number | boolean;

/** What stands behind the path of an address. */
export interface AddressRest {
  /**
   * Those without a value are left out, a list has one for each of its values. A query that is a text already stands as
   * it is; the empty one is none.
   */
  readonly query?: string | Readonly<Record<string, Value | readonly Value[] | undefined>>;
  /** Without the `#`. */
  readonly hash?: string;
}

declare const isAddress: unique symbol;

/** An address of this application, as `to` makes it: path, query and fragment, percent-encoded, without the base path. */
export type Address = string & { readonly [isAddress]: true };

/** Patterns that are addresses themselves: nothing in them is to be filled in. */
type PlainAddress = {
  [Pattern in keyof ApplicationAddresses]: Pattern extends `${string}${'{' | ':' | '*'}${string}`
    ? never
    : Pattern;
}[keyof ApplicationAddresses];

/** Where a link or a redirect may lead: within the application, within the page, or elsewhere. */
export type LinkTarget =
  | Address
  | PlainAddress
  | `${'?' | '#'}${string}`
  | `${'http://' | 'https://' | 'mailto:'}${string}`;

type Parts<Pattern extends keyof ApplicationAddresses> = ApplicationAddresses[Pattern];

/** The parts may be left out where the pattern has none that must be there. */
type Behind<Pattern extends keyof ApplicationAddresses> =
  object extends Parts<Pattern>
    ? // Without names any object would do: what belongs behind the path, too.
      [
        parts?: keyof Parts<Pattern> extends never ? Record<string, never> : Parts<Pattern>,
        rest?: AddressRest,
      ]
    : [parts: Parts<Pattern>, rest?: AddressRest];

/** A part of a path that may be left out: `{/:event}`. */
const OPTIONAL = /\{(?<inner>[^{}]*)\}/g;
const NAME = /[:*](?<name>[\p{ID_Start}$_][\p{ID_Continue}$]*)/gu;

/**
 * The address of a page, by the pattern of its route. The compiler refuses a pattern that no route has, a name that the
 * pattern has not, and one that is missing. A part of `*name` may have slashes.
 *
 * `to('/issues/:id', { id: 7 }, { query: { event: 'latest' } })` is `/issues/7?event=latest`.
 */
export function to<Pattern extends keyof ApplicationAddresses>(
  pattern: Pattern,
  ...[parts, { query = {}, hash } = {}]: Behind<Pattern>
): Address {
  const values = (parts ?? {}) as Readonly<Record<string, AddressPart | undefined>>;
  const path = (pattern as string)
    .replaceAll(OPTIONAL, (_whole, inner: string) => (hasParts(inner, values) ? inner : ''))
    .replaceAll(NAME, (found, name: string) => encode(values[name], found.startsWith('*')));
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
