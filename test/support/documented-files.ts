export interface DocumentedFile {
  readonly path: string;
  readonly text: string;
}

/** Matches a documented file: its path alone on a line, a blank line, and a block of code. */
const FILE = /^`(?<path>[^`]+)`\n\n```\w+\n(?<text>.*?)^```$/gms;

export function readDocumentedFiles(markdown: string): DocumentedFile[] {
  return [...markdown.matchAll(FILE)].map(({ groups = {} }) => ({
    path: groups['path'] ?? '',
    text: groups['text'] ?? '',
  }));
}
