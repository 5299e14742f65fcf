import MarkdownIt from 'markdown-it';

/**
 * Renders a comment's Markdown as HTML for a mail. Headings, pictures and raw HTML are off, because
 * a heading could look like a part of the mail.
 *
 * Links are off too, because a link's text could pretend that it leads to Errata. Mail programs
 * make bare addresses clickable anyway.
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
