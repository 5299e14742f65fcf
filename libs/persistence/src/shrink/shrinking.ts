/** What the database took of its disk, in bytes. */
export interface Shrinking {
  readonly beforeBytes: number;
  readonly afterBytes: number;
}

/** What stands in the way of writing a database anew. */
export function createServicesRun(): RangeError {
  return new RangeError('services use the database: stop Errata first');
}
