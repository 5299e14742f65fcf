/** A file that came with the event, or with what a user said about it. */
export interface AttachmentItem {
  readonly id: number;
  readonly name: string;
  /** As its sender called it. */
  readonly contentType: string;
  /** `3.2 MB` */
  readonly size: string;
  readonly preview?: FilePreview;
}

/** Preview of a file: a picture, a short text, or a link to the beginning of a longer one. */
export type FilePreview =
  /** `src`: as the document writes it, below the path that Errata is served at. */
  | { readonly kind: 'image'; readonly src: string }
  | { readonly kind: 'link' }
  | { readonly kind: 'text'; readonly text: string };

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
  readonly attachments?: readonly AttachmentItem[];
  /** There are others, which are not shown. */
  readonly hasMoreAttachments?: boolean;
  readonly feedback?: readonly FeedbackItem[];
}
