/** What a user said about an event. */
export interface UserFeedback {
  readonly name?: string;
  readonly email?: string;
  readonly url?: string;
  readonly message: string;
  readonly receivedAtMs: number;
}

/** The place of feedback in a list. */
export interface FeedbackPosition {
  readonly receivedAtMs: number;
  readonly id: number;
}

/** What a user said, in a list of all that users said. */
export interface ListedFeedback extends UserFeedback {
  readonly id: number;
  readonly projectId: number;
  /** The event that it is about, where that is stored, and its issue. */
  readonly about?: { readonly eventId: string; readonly issueId: number };
}

export interface WantedFeedback {
  readonly limit: number;
  /** The list goes on after it. */
  readonly before?: FeedbackPosition | undefined;
  /** What is about no event that is stored, and nothing else. */
  readonly isWithoutEvent?: boolean;
}
