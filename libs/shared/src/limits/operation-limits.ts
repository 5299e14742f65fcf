/** Largest difference between the clocks of the relay and of the service that calls it. */
export const callAgeMs = 60_000;
/**
 * A stored time may lie this much further in the future than it could have been set to, because
 * the clocks of replicas differ. Beyond, the clock was set back since, and the time counts as past.
 */
export const clocksDifferMs = 60_000;
export const failedReportsShown = 50;
/** Hourly samples of relays are deleted after this time. */
export const samplesKeptMs = 31 * 24 * 60 * 60 * 1000;
/** Errata does not start while less of the disk of `DATA_DIR` is free. */
export const startBytes = 16 * 1024 ** 2;
/**
 * Free space that migrations of SQLite need, as a share of the database: for an index on the
 * largest table, in the write-ahead log and then in the file.
 */
export const migrationShare = 1 / 4;
