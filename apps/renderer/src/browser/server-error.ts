/**
 * Returns whether the error says that the server could not render a region. The server already
 * reported the cause, under the digest that the error carries.
 */
export function isReportedByServer(error: unknown): boolean {
  return error instanceof Error && typeof (error as { digest?: unknown }).digest === 'string';
}
