import type { Address } from '#shared';
/** The filter with which one's list begins; empty where there is none. */
export interface RememberedFilterProps {
  /** `project web, environment production`. */
  readonly words?: string;
  /** The list with that filter. */
  readonly href?: Address;
}
