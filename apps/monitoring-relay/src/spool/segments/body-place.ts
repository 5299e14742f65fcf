export interface BodyPlace {
  readonly segment: number;
  readonly offset: number;
  readonly bytes: number;
  readonly checksum: number;
}
