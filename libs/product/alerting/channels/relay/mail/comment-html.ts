import MarkdownIt from 'markdown-it';

/**
 * Markdown of a comment as HTML for a mail. No link is made: its text could pretend to lead to Errata, and mail programs link
 * addresses by themselves, as they stand. No heading, which could pretend to be one of the mail; no picture; no HTML.
 */
export function renderComment(text: string): string {
  return markdown.render(text);
}

const markdown = new MarkdownIt({ html: false, breaks: true }).disable([
  'autolink',
  'heading',
  'image',
  'lheading',
  'link',
  'reference',
  'table',
]);
