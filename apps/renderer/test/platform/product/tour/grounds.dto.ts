export interface HallProps {
  /** Parts of the hall, from the address: `sticky+wide`. */
  readonly kinds: readonly string[];
  readonly late?: Promise<{ readonly height: number }>;
}

export interface OfficeProps {
  readonly stop: string;
  /** When true, the page is rendered as another build might render it. */
  readonly isNewer: boolean;
  readonly late: Promise<{ readonly label: string }>;
}
