import { cutLongTexts, takeFitting, weighText } from '#events';
import type { ListedFile } from '../../../../ui/files/listed-file.ts';
import type { Companions, FeedbackItem } from './companions.dto.ts';

const FILES_BYTES = 70_000;
const PREVIEWS_BYTES = 30_000;
const FEEDBACK_BYTES = 25_000;

/** Cuts files and feedback to their room on the page of an event. Links texts beyond theirs. */
export function cutCompanions(all: Companions): Companions {
  const { attachments = [], feedback = [] } = all;
  const files = takeFitting(linkTexts(attachments), FILES_BYTES, weighFile);
  const said = takeFitting(cutLongTexts(feedback), FEEDBACK_BYTES, weighSaid);
  return {
    ...all,
    ...(attachments.length > 0 && { attachments: files }),
    ...(files.length < attachments.length && { hasMoreAttachments: true }),
    ...(feedback.length > 0 && { feedback: said }),
    ...(said.length < feedback.length && { hasMoreFeedback: true }),
  };
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

function weighSaid({ name, email, url, message }: FeedbackItem): number {
  return 700 + weighText(name) + weighText(email) + weighText(url) + weighText(message);
}
