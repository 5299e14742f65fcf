/** How much of an event's page is too much for one document, by part; absent where all of a part is there. */
export interface LeftOut {
  readonly exceptions?: number;
  readonly frames?: number;
  /** Frames that stand there without their code, their variables, or both. */
  readonly details?: number;
  readonly threads?: number;
  readonly threadFrames?: number;
  readonly threadDetails?: number;
  readonly breadcrumbs?: number;
  readonly headers?: number;
  readonly cookies?: number;
  readonly env?: number;
  readonly body?: number;
  readonly extra?: number;
  readonly tags?: number;
  readonly user?: number;
  readonly contexts?: number;
  readonly modules?: number;
  readonly images?: number;
  readonly params?: number;
  readonly integrations?: number;
  readonly packages?: number;
  readonly hidden?: number;
  readonly attachments?: number;
  readonly feedback?: number;
  /** Texts of which only the beginning is there, and short ones of a long list. */
  readonly texts?: number;
}
