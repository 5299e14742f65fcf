/** The faults of SQLite that reading again will not cure; a disk that reports an error may recover. */
export function isDamage(error: unknown): error is Error {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(String((error as { code?: unknown } | undefined)?.code));
}
