/**
 * Returns whether SQLite reports permanent damage. An I/O error is no damage, because the next read
 * may succeed.
 */
export function isDamage(error: unknown): error is Error {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(String((error as { code?: unknown } | undefined)?.code));
}
