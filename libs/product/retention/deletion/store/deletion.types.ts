export interface DroppedFiles {
  readonly projectId: number;
  /** 0 when all files of the step had their event by now. */
  readonly files: number;
  readonly bytes: number;
}
