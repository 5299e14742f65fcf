const INVISIBLE = '\u200b';

/** Services look for names after an @; behind a space that nobody sees there is none. */
export function breakMentions(text: string): string {
  return text.replaceAll('@', `@${INVISIBLE}`);
}

/** For Slack (https://docs.slack.dev/messaging/formatting-message-text/#escaping), and between the tags of HTML. */
export function escapeTags(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function escapeHtml(text: string): string {
  return escapeTags(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}

/**
 * Discord drops a backslash only before characters of its own markup, and shows it before any other:
 * https://support.discord.com/hc/en-us/articles/210298617, https://github.com/discord/discord-api-docs/issues/6237
 */
export function escapeDiscord(text: string): string {
  return breakBareText(text).replaceAll(/[\\*_~|`[\]<]/g, String.raw`\$&`);
}

/**
 * Mattermost drops a backslash only before some characters, and finds links and tables before it looks at backslashes
 * (https://github.com/mattermost/marked, `escape`, `link`, `nptable`). It leaves character references to the browser.
 */
export function escapeMattermost(text: string): string {
  return breakBareText(text)
    .replaceAll(/[&<>[\]\\|]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll(/[`*_~]/g, String.raw`\$&`);
}

/**
 * As code, in which services see no mentions and make no links. Mattermost makes `@channel` of `<!channel>` wherever that stands:
 * https://developers.mattermost.com/integrate/webhooks/incoming/
 */
export function toMarkdownCode(text: string): string {
  const code = breakMentions(text.replaceAll('`', 'ˋ')).replaceAll('<!', `<${INVISIBLE}!`);
  return `\`\`\`\n${code}\n\`\`\``;
}

/**
 * Text of which a service makes nothing by itself: no mention, hashtag, channel (`~name`), emoji (`:100:`, `:)`), link of a bare
 * address; no heading, quote or list of a line that begins as one.
 */
function breakBareText(text: string): string {
  return breakMentions(text)
    .replaceAll(/[#~](?=\S)|:(?=[^\s\d])|(?<!\d):(?=\d)|\bwww(?=\d{0,3}\.)/gi, `$&${INVISIBLE}`)
    .replaceAll(/(?<=\.\p{L}{2,})\//gu, `${INVISIBLE}$&`)
    .replace(/^(?=[#>+=|-]|\d+[.)])/, INVISIBLE);
}
