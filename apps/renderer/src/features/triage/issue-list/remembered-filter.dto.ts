import type { Address } from '#shared';
export interface RememberedFilterProps {
  readonly words?: string;
  readonly href?: Address;
}
