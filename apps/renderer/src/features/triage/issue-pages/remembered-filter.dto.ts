import type { Address } from '#shared';
/** Empty when no filter is remembered. */
export interface RememberedFilterProps {
  readonly words?: string;
  readonly href?: Address;
}
