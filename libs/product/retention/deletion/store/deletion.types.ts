export interface DroppedFiles {
  readonly projectId: number;
  /** 0 when the event of each file of the step had come meanwhile. */
  readonly files: number;
  readonly bytes: number;
}
