/**
 * Returns whether SQLite reports damage that reading again cannot cure. An I/O error of the disk
 * may pass.
 */
export function isDamage(error: unknown): error is Error {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(String((error as { code?: unknown } | undefined)?.code));
}
