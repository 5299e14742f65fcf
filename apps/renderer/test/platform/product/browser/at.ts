import type { Address } from '#shared';

/** Casts a path to an address, because the generated types only have the console's addresses. */
export const at = (address: string): Address => address as Address;
