/** Where a body stands among the segments of a spool. */
export interface BodyPlace {
  /** The segment's number, which is its file's name. */
  readonly segment: number;
  readonly offset: number;
  readonly bytes: number;
  /** CRC-32 of the body. */
  readonly checksum: number;
}
