export interface LinksProps {
  /** Where the links lead that are in view. */
  readonly near: readonly string[];
  /** Where those lead that are far below. */
  readonly far: readonly string[];
  /** What all of them prefetch; as little as they do by themselves when it is empty. */
  readonly kind: string;
}

export interface StationProps {
  readonly line: string;
  readonly station: string;
  readonly loads: number;
}
