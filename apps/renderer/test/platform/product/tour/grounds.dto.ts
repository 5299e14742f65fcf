export interface HallProps {
  /** Parts of the hall, from the address: `sticky+wide`. */
  readonly kinds: readonly string[];
  readonly late?: Promise<{ readonly height: number }>;
}

export interface OfficeProps {
  readonly stop: string;
  /** True renders the page as another build might. */
  readonly isNewer: boolean;
  readonly late: Promise<{ readonly label: string }>;
}
