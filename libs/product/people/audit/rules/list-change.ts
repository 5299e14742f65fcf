import type { EntryTexts, Sentence } from './audit-texts.ts';

const MOST_NAMED = 5;
const MOST_LENGTH = 80;

/** For a setting that is a list, such as `allowed origins`. */
export function tellList(setting: string): Sentence {
  return ({ project, ...told }) => `changed the ${setting} of ${project}: ${toListChange(told)}`;
}

/** Describes the entries added to and removed from a list, such as `added a and b; removed c`. */
function toListChange(change: Pick<EntryTexts, 'before' | 'after'>): string {
  // The log keeps only the beginning of a very long list, as a text.
  if ([change.before, change.after].some((each) => typeof each === 'string'))
    return 'too long to tell';
  const [before, after] = [toTexts(change.before), toTexts(change.after)];
  const added = after.filter((each) => !before.includes(each));
  const removed = before.filter((each) => !after.includes(each));
  const parts = [
    ...(added.length === 0 ? [] : [`added ${name(added)}`]),
    ...(removed.length === 0 ? [] : [`removed ${name(removed)}`]),
  ];
  return parts.length === 0 ? 'put in another order' : parts.join('; ');
}

function toTexts(list: unknown): string[] {
  return Array.isArray(list) ? list.map(String).filter((each) => each.trim() !== '') : [];
}

function name(texts: readonly string[]): string {
  const named = texts.slice(0, MOST_NAMED).map(cut);
  const rest = texts.length - named.length;
  const all = rest > 0 ? [...named, `${rest} more`] : named;
  return new Intl.ListFormat('en').format(all);
}

function cut(text: string): string {
  return text.length > MOST_LENGTH ? `${text.slice(0, MOST_LENGTH).toWellFormed()}…` : text;
}
