const INVISIBLE = '\u200b';

/** Services look for names after an @; behind a space that nobody sees there is none. */
export function breakMentions(text: string): string {
  return text.replaceAll('@', `@${INVISIBLE}`);
}

/** https://docs.slack.dev/messaging/formatting-message-text/#escaping */
export function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function escapeHtml(text: string): string {
  return escapeSlack(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}

/**
 * Any punctuation may be escaped (https://spec.commonmark.org/0.31.2/#backslash-escapes), and as much is: no emphasis, no
 * link, also none that is made of a bare address.
 */
export function escapeMarkdown(text: string): string {
  return breakMentions(text.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`));
}

/** As code, in which services see no mentions and make no links. */
export function toMarkdownCode(text: string): string {
  return `\`\`\`\n${breakMentions(text.replaceAll('`', 'ˋ'))}\n\`\`\``;
}
