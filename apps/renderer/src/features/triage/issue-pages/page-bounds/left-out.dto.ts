/**
 * Numbers of items that do not fit on the event's page. A number is absent when all items of its
 * kind are shown.
 */
export interface LeftOut {
  readonly exceptions?: number;
  readonly frames?: number;
  /** Frames that are shown without their code, their variables, or both. */
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
  /** Texts that were shortened, and short texts of a list that were left out. */
  readonly texts?: number;
}
