export interface HallProps {
  /** Parts of the hall, from the address: `sticky+wide`. */
  readonly kinds: readonly string[];
  readonly late?: Promise<{ readonly height: number }>;
}
