export interface Boot {
  readonly monitoring?: {
    readonly dsn: string;
    /**
     * Address on the same origin through which reports go. Absent when the SDK contacts the DSN
     * directly.
     */
    readonly tunnel?: string;
    readonly release: string;
    readonly environment: string;
  };
}
