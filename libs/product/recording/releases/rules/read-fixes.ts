/** An issue as its short id names it: `WEB-12` is number 12 of the project `web`. */
export interface NamedIssue {
  readonly slug: string;
  readonly number: number;
}

const VERB = /^(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?):?$/i;
const SHORT_ID = /^#?(?<slug>[a-z0-9][\w-]*)-(?<number>[1-9]\d{0,14})[.:!]*$/i;
const BETWEEN = /[\s,;&()[\]]+/;

/**
 * Lists the issues that a commit's message says it fixes, as in `Fixes WEB-12, WEB-13 and API-4`.
 * The verbs are fix, close and resolve in their forms.
 */
export function readFixes(message: string): readonly NamedIssue[] {
  const found: NamedIssue[] = [];
  let isAfterVerb = false;
  for (const word of message.split(BETWEEN)) {
    const { slug, number } = (isAfterVerb ? SHORT_ID.exec(word)?.groups : undefined) ?? {};
    if (slug !== undefined) found.push({ slug: slug.toLowerCase(), number: Number(number) });
    else isAfterVerb = VERB.test(word) || (isAfterVerb && word.toLowerCase() === 'and');
  }
  return found;
}
