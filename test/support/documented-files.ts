export interface DocumentedFile {
  readonly path: string;
  readonly text: string;
}

/** A path alone on its line, a blank one, and a block of code. */
const FILE = /^`(?<path>[^`]+)`\n\n```\w+\n(?<text>.*?)^```$/gms;

/** The whole files that a document shows. */
export function readDocumentedFiles(markdown: string): DocumentedFile[] {
  return [...markdown.matchAll(FILE)].map(({ groups = {} }) => ({
    path: groups['path'] ?? '',
    text: groups['text'] ?? '',
  }));
}
