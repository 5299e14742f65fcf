import type { Address } from '#shared';
export interface DemoProps {
  readonly state: 'none' | 'filling' | 'stopped' | 'filled';
  /** How many a whole demo has. */
  readonly issues: number;
  /** Events that are in, of how many. */
  readonly events: number;
  readonly total: number;
  readonly projects: readonly { readonly name: string; readonly href: Address }[];
}
