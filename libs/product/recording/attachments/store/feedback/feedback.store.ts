/** What a user said about an event. */
export interface UserFeedback {
  readonly name?: string;
  readonly email?: string;
  readonly url?: string;
  readonly message: string;
  readonly receivedAtMs: number;
}

/** What users said. `ReportStore.record` writes it. */
export abstract class FeedbackStore {
  /** The first of what was said about an event, in the order in which it came. */
  abstract list(projectId: number, eventId: string): Promise<UserFeedback[]>;
}
