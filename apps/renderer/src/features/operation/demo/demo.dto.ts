import type { Address } from '#shared';
export interface DemoProps {
  readonly state: 'none' | 'filling' | 'stopped' | 'filled';
  readonly issues: number;
  /** Events recorded so far. `total` is their number in a complete demo. */
  readonly events: number;
  readonly total: number;
  readonly projects: readonly { readonly name: string; readonly href: Address }[];
}
