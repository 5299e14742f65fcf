import { HIDDEN, type HideInText } from './hidden.ts';

/**
 * Matches the value of a field in a CSS selector, as SDKs describe the element of a click. The
 * other attributes of the field may stand before it.
 */
const FIELD =
  /(?<![\w-])((?:input|textarea)(?:[#.:][^\s#.:[\]>"']{1,60}){0,10}(?:\[[\w-]{1,40}=(?:\\?"[^"\n]{0,100}"|'[^'\n]{0,100}'|[^\]\s"']{0,100})\]){0,10}\[value=(\\?["']|(?!["'\\])))((?:(?!\2\])[^\n]){1,2000})/g;
/** Values of these fields are labels and choices. */
const CHOICE = /\[type=\\?["']?(?:button|checkbox|image|radio|reset|submit)\b/;

export function mayHaveSelector(texts: string): boolean {
  return texts.includes('[value=');
}

/** Hides what people typed into a field: `input[name="pin"][value="x"]`. */
export const hideInSelectors: HideInText = (text, tell) => {
  if (!mayHaveSelector(text)) return text;
  return text.replace(FIELD, (match, before: string, _: string, value: string) => {
    if (value === HIDDEN || CHOICE.test(before)) return match;
    tell('name in text');
    return before + HIDDEN;
  });
};
