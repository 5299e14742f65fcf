/** A file that somebody sent, in a list. */
export interface ListedFile {
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
