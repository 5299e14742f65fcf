/**
 * Whether an error is React's word that the server could not render a region: the server reported the
 * cause itself, under the digest that the error carries.
 */
export function isReportedByServer(error: unknown): boolean {
  return error instanceof Error && typeof (error as { digest?: unknown }).digest === 'string';
}
