import type { Address } from '#shared';

/** The same page at a part of it, with another value of a parameter; without that for undefined. */
export function toSamePage(
  address: Address,
  { part, name, value }: { readonly part: string; readonly name: string; readonly value?: number },
): Address {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  if (value === undefined) searchParams.delete(name);
  else searchParams.set(name, String(value));
  const query = searchParams.toString();
  return `${pathname}${query && `?${query}`}#${part}` as Address;
}
