export interface LinksProps {
  readonly near: readonly string[];
  readonly far: readonly string[];
  /** Prefetch kind of all links, or an empty text for the default. */
  readonly kind: string;
}

export interface StationProps {
  readonly line: string;
  readonly station: string;
  readonly loads: number;
}
