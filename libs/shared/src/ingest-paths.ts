const INGEST_PATH =
  /^\/+(?:monitoring|api\/+\d{1,15}\/+(?:envelope|store|security|csp-report|events\/[0-9a-fA-F-]{32,36}\/attachments))\/*$/;

/**
 * Whether a path, without its query, is one that the relay takes reports on (DESIGN §5), with as many
 * slashes as SDKs make of a DSN that ends in one.
 */
export function isIngestPath(path: string): boolean {
  return INGEST_PATH.test(path);
}
