import type { ListedFile } from '../../../../ui/files/listed-file.ts';

export interface FeedbackItem {
  readonly name?: string;
  readonly email?: string;
  /**
   * URL of the page on which the user wrote the feedback. Anybody can send any URL, so the view
   * never makes it a link.
   */
  readonly url?: string;
  readonly message: string;
  readonly receivedAtMs: number;
}

export interface Companions {
  readonly attachments?: readonly ListedFile[];
  readonly hasMoreAttachments?: boolean;
  readonly feedback?: readonly FeedbackItem[];
  readonly hasMoreFeedback?: boolean;
}
