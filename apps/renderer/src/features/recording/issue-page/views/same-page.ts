import type { Address } from '#shared';

/**
 * Returns the same address with the fragment `part` and another value of the parameter `name`.
 * Removes the parameter when `value` is undefined.
 */
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
