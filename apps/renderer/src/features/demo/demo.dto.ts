export interface DemoProps {
  readonly state: 'none' | 'filling' | 'stopped' | 'filled';
  /** Events that are in, of how many. */
  readonly events: number;
  readonly total: number;
  readonly projects: readonly { readonly name: string; readonly href: string }[];
  /** Why the last filling of this console has stopped. */
  readonly fault?: string;
}
