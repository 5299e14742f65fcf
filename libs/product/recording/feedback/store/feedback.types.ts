export interface UserFeedback {
  readonly name?: string;
  readonly email?: string;
  readonly url?: string;
  readonly message: string;
  readonly receivedAtMs: number;
}

export interface FeedbackPosition {
  readonly receivedAtMs: number;
  readonly id: number;
}

export interface ListedFeedback extends UserFeedback {
  readonly id: number;
  readonly projectId: number;
  /** The event that the feedback is about, and its issue; absent when the event is not stored. */
  readonly about?: { readonly eventId: string; readonly issueId: number };
}

export interface WantedFeedback {
  readonly limit: number;
  readonly before?: FeedbackPosition | undefined;
  readonly isWithoutEvent?: boolean;
}
