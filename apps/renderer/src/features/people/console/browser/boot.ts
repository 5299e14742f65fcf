export interface Boot {
  readonly monitoring?: {
    readonly dsn: string;
    /**
     * URL on the same origin that forwards the SDK's reports. Absent when the SDK sends them to the
     * DSN directly.
     */
    readonly tunnel?: string;
    readonly release: string;
    readonly environment: string;
  };
}
