const INVISIBLE = '\u200b';

/**
 * Prevents mentions. Services look for a name directly after an @, so an invisible space separates
 * the two.
 */
export function breakMentions(text: string): string {
  return text.replaceAll('@', `@${INVISIBLE}`);
}

/**
 * Escapes text for Slack (https://docs.slack.dev/messaging/formatting-message-text/#escaping) and
 * text between HTML tags.
 */
export function escapeTags(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function escapeHtml(text: string): string {
  return escapeTags(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}

/**
 * Escapes Discord's markup. Discord removes a backslash only before characters of its markup, and
 * shows the backslash before any other character:
 * https://support.discord.com/hc/en-us/articles/210298617,
 * https://github.com/discord/discord-api-docs/issues/6237
 */
export function escapeDiscord(text: string): string {
  return breakBareText(text).replaceAll(/[\\*_~|`[\]<]/g, String.raw`\$&`);
}

/**
 * Escapes Mattermost's markup. Mattermost removes a backslash only before some characters, and
 * finds links and tables before backslashes (https://github.com/mattermost/marked, `escape`,
 * `link`, `nptable`). Other characters become character references, which Mattermost passes on to
 * the browser.
 */
export function escapeMattermost(text: string): string {
  return breakBareText(text)
    .replaceAll(/[&<>[\]\\|]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll(/[`*_~]/g, String.raw`\$&`);
}

/**
 * Formats text as a code block, in which services see no mentions and make no links. Mattermost
 * expands `<!channel>` even in code blocks, so an invisible space is inserted:
 * https://developers.mattermost.com/integrate/webhooks/incoming/
 */
export function toMarkdownCode(text: string): string {
  const code = breakMentions(text.replaceAll('`', 'ˋ')).replaceAll('<!', `<${INVISIBLE}!`);
  return `\`\`\`\n${code}\n\`\`\``;
}

/**
 * Inserts invisible characters, so that services show plain text unchanged. Otherwise they would
 * find mentions, hashtags, channels (`~name`), emoji (`:100:`, `:)`) and links of bare addresses,
 * or show the line as a heading, quote or list.
 */
function breakBareText(text: string): string {
  return breakMentions(text)
    .replaceAll(/[#~](?=\S)|:(?=[^\s\d])|(?<!\d):(?=\d)|\bwww(?=\d{0,3}\.)/gi, `$&${INVISIBLE}`)
    .replaceAll(/(?<=\.\p{L}{2,})\//gu, `${INVISIBLE}$&`)
    .replace(/^(?=[#>+=|-]|\d+[.)])/, INVISIBLE);
}
