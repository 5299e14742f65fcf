import { takeFitting, weighText } from '#events';
import type { ListedFile } from '../../../ui/files/listed-file.ts';

const FILES_BYTES = 70_000;
const PREVIEWS_BYTES = 30_000;

/** Cuts a list of files to its room on the page of an event. Links texts beyond theirs. */
export function fitFiles(files: readonly ListedFile[]): readonly ListedFile[] {
  return takeFitting(linkTexts(files), FILES_BYTES, weighFile);
}

function linkTexts(files: readonly ListedFile[]): readonly ListedFile[] {
  let left = PREVIEWS_BYTES;
  return files.map((file) => {
    const bytes = weighPreview(file);
    if (bytes > left) return { ...file, preview: { kind: 'link' } };
    left -= bytes;
    return file;
  });
}

function weighPreview({ preview }: ListedFile): number {
  return preview?.kind === 'text' ? weighText(preview.text) : 0;
}

function weighFile(file: ListedFile): number {
  // A preview repeats the file's name as its label.
  const preview = file.preview ? 700 + weighText(file.name) + weighPreview(file) : 0;
  return 600 + weighText(file.name) + weighText(file.contentType) + preview;
}
