export interface BodyPlace {
  /** The segment's number, which is its file's name. */
  readonly segment: number;
  readonly offset: number;
  readonly bytes: number;
  readonly checksum: number;
}
