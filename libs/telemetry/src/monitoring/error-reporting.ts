/**
 * The project that receives this process's own error reports.
 *
 * ```ts
 * const reporting: ErrorReporting = {
 *   dsn: 'https://0123456789abcdef@errors.example.org/1',
 *   release: 'shop@1.4.0',
 *   environment: 'production',
 * };
 * ```
 */
export interface ErrorReporting {
  readonly dsn: string;
  /** URL to which reports are sent instead of the DSN's host. */
  readonly tunnel?: string;
  readonly release: string;
  readonly environment: string;
}
