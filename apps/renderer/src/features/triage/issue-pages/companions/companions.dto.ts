import type { ListedFile } from '../../../../ui/files/listed-file.ts';

/** What a user said about the event. */
export interface FeedbackItem {
  readonly name?: string;
  readonly email?: string;
  /** Of the page on which they said it: shown, never linked to. */
  readonly url?: string;
  readonly message: string;
  readonly receivedAtMs: number;
}

/** What came with an event, or about it; absent where nothing did. */
export interface Companions {
  readonly attachments?: readonly ListedFile[];
  /** There are others, which are not shown. */
  readonly hasMoreAttachments?: boolean;
  readonly feedback?: readonly FeedbackItem[];
}
