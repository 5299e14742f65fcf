/** What the server tells this application's browser code to start with. */
export interface Boot {
  /** Absent where browsers do not report. */
  readonly monitoring?: {
    readonly dsn: string;
    /** Same-origin address that reports go through; absent when the DSN is contacted directly. */
    readonly tunnel?: string;
    readonly release: string;
    readonly environment: string;
  };
}
