import type { Address } from '#shared';

/** An address of this product as it is written: the table of types has those of the console alone. */
export const at = (address: string): Address => address as Address;
