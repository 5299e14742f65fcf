export interface DroppedFiles {
  readonly projectId: number;
  readonly files: number;
  readonly bytes: number;
}
