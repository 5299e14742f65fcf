/**
 * Returns whether the error is React's report that the server could not render a region. The server
 * has already reported the cause under the error's digest.
 */
export function isReportedByServer(error: unknown): boolean {
  return error instanceof Error && typeof (error as { digest?: unknown }).digest === 'string';
}
