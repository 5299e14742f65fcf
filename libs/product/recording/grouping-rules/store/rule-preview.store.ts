import type { DecodedPayload } from '#product/recording/reports';

/** An event that is kept whole, and the issue in which it counts. */
export interface PreviewedEvent {
  readonly eventId: string;
  readonly issue: PreviewedIssue;
  readonly payload: DecodedPayload;
}

export interface PreviewedIssue {
  readonly id: number;
  /** Within its project: 42 of `WEB-42`. */
  readonly number: number;
}

/** What rules are tried on before they are saved. */
export abstract class RulePreviewStore {
  /**
   * The latest events of a project (by when they occurred) that were kept whole, latest first; at most `limit`, and a few at a
   * time: payloads may be large.
   */
  abstract readLatest(projectId: number, limit: number): AsyncIterable<readonly PreviewedEvent[]>;

  /** The issues that keys of a project lead to, by key; without those that lead to none. */
  abstract findIssues(
    projectId: number,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, PreviewedIssue>>;
}
