export interface Shrinking {
  readonly beforeBytes: number;
  readonly afterBytes: number;
}

export function createDatabaseInUseError(): RangeError {
  return new RangeError('services use the database: stop Errata first');
}
