export interface HallProps {
  /** What stands in it: words of the address, `sticky+wide`. */
  readonly kinds: readonly string[];
  readonly late?: Promise<{ readonly height: number }>;
}

export interface OfficeProps {
  readonly stop: string;
  /** As another build might render it. */
  readonly isNewer: boolean;
  readonly late: Promise<{ readonly label: string }>;
}
