export interface ListedFile {
  readonly id: number;
  readonly name: string;
  /** Type that the sender claimed. The file may have another type. */
  readonly contentType: string;
  readonly size: string;
  readonly preview?: FilePreview;
}

export type FilePreview =
  /** `src` includes the base path at which Errata is served. */
  | { readonly kind: 'image'; readonly src: string }
  | { readonly kind: 'link' }
  | { readonly kind: 'text'; readonly text: string };
