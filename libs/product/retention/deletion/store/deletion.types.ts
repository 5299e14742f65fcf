/** Files of a project that were dropped for want of room beside others that wait for their event. */
export interface CrowdedOut {
  readonly projectId: number;
  /** 0 when each of those that were looked at has its event by now. */
  readonly files: number;
  readonly bytes: number;
}
