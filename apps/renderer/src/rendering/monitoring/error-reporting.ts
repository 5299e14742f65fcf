/** Where this process reports its own errors, and under which names. */
export interface ErrorReporting {
  readonly dsn: string;
  /** Address that takes the reports instead of the DSN's host. */
  readonly tunnel?: string;
  readonly release: string;
  readonly environment: string;
}
