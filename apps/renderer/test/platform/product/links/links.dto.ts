export interface LinksProps {
  /** Targets of the links in view. */
  readonly near: readonly string[];
  /** Targets of the links far below. */
  readonly far: readonly string[];
  /** Prefetch kind of all links, or an empty text for the default. */
  readonly kind: string;
}

export interface StationProps {
  readonly line: string;
  readonly station: string;
  readonly loads: number;
}
