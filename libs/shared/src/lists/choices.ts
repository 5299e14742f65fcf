import { listNearest } from '../search/nearest.ts';

/** A value that is its own text, or a value with its text. */
export type FilterValue = string | readonly [value: string, text: string];

/** Values to choose from: all of them, or the first ones of a longer list. */
export interface Choices {
  readonly values: readonly FilterValue[];
  /** True when there are more values than a page lists, so that people type one. */
  readonly isTyped?: true | undefined;
}

const MOST_LISTED = 50;
const MOST_NEAR = 5;

/** Keeps as many values as a page lists. `count` includes values that are chosen already. */
export function toChoices(values: readonly FilterValue[], count = values.length): Choices {
  return count < MOST_LISTED ? { values } : { values: values.slice(0, MOST_LISTED), isTyped: true };
}

const MOST_NAMED = 10;

/** Replaces the names after the tenth by how many they are. */
export function nameSome(names: readonly string[]): readonly string[] {
  const more = names.length - MOST_NAMED;
  return more > 0 ? [...names.slice(0, MOST_NAMED), `${more} more`] : names;
}

type Chosen =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly message: string };

/**
 * Finds the value that somebody typed: the value itself, or else its text in either case, when no
 * other value has this text. `what` names a value in the message, which has up to five near texts.
 *
 * ```ts
 * const chosen = findChoice('project', 'Web shop', [['web', 'Web Shop']]);
 * if (!chosen.ok) throw new InvalidFieldsException({ project: [chosen.message] });
 * chosen.value; // web
 * ```
 */
export function findChoice(what: string, typed: string, values: readonly FilterValue[]): Chosen {
  const pairs = values.map((each) => (typeof each === 'string' ? ([each, each] as const) : each));
  const text = typed.trim();
  if (pairs.some(([value]) => value === text)) return { ok: true, value: text };
  const asked = text.toLowerCase();
  const [found, ...others] = pairs.filter((pair) =>
    pair.some((each) => each.toLowerCase() === asked),
  );
  if (found && others.length === 0) return { ok: true, value: found[0] };
  const near = [
    ...pairs.filter(([, name]) => asked !== '' && name.toLowerCase().includes(asked)),
    ...listNearest(text, pairs.flat(), MOST_NEAR).flatMap((each) =>
      pairs.filter((pair) => pair.includes(each)),
    ),
  ].map(([value, name]) => (value === name ? name : `${name} (${value})`));
  const named = [...new Set(near)].slice(0, MOST_NEAR).join(', ');
  const isSeveral = found !== undefined;
  const fault = isSeveral ? `Several ${what}s are called` : `There is no ${what}`;
  return { ok: false, message: `${fault} “${text}”.${named && ` Did you mean ${named}?`}` };
}

export type ChosenSeveral =
  | { readonly ok: true; readonly values: readonly string[] }
  | { readonly ok: false; readonly messages: readonly string[] };

/**
 * Finds several values, as `findChoice` does. A text may have several of them, with commas between
 * them.
 */
export function findChoices(
  what: string,
  typed: readonly string[],
  values: readonly FilterValue[],
): ChosenSeveral {
  const chosen = typed
    .flatMap((text) => (findChoice(what, text, values).ok ? [text] : text.split(',')))
    .filter((text) => text.trim() !== '')
    .map((text) => findChoice(what, text, values));
  const messages = chosen.flatMap((each) => (each.ok ? [] : [each.message]));
  if (messages.length > 0) return { ok: false, messages };
  return { ok: true, values: [...new Set(chosen.flatMap((each) => (each.ok ? each.value : [])))] };
}
