/** How much of an event's page is too much for one document, by part; absent where all of a part is there. */
export interface LeftOut {
  readonly exceptions?: number;
  readonly frames?: number;
  /** Frames that stand there without their code, their variables, or both. */
  readonly details?: number;
  readonly breadcrumbs?: number;
  readonly headers?: number;
  readonly extra?: number;
  readonly tags?: number;
  readonly contexts?: number;
  readonly attachments?: number;
  readonly feedback?: number;
  /** Texts of which only the beginning is there. */
  readonly texts?: number;
}
