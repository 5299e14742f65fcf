import { listNearest } from './nearest.ts';
import type { Search } from './search.ts';
import { commonTags, type KeyOfSearch, otherKeys, searchKeys } from './search-keys.ts';

/** Name before a colon that is not a key. Such a name is a tag or a misspelled key. */
export interface AskedTag {
  readonly name: string;
  readonly at: number;
  readonly end: number;
}

export interface UnknownKey extends AskedTag {
  readonly message: string;
  readonly nearest?: string;
}

/** Keys of Sentry, with Errata's counterparts. A tag of the same name comes first. */
const ANSWERS: ReadonlyMap<string, readonly [message: string, nearest?: string]> = new Map([
  ['device.family', ['The tag “device” has the model, as in device:iPhone*.', 'device']],
  ['device.model', ['The tag “device” has the model.', 'device']],
  ['http.method', ['Methods of requests are not indexed. url: finds a part of the address.']],
  ['trace', ['The id of a trace alone, without trace:, opens its page.']],
]);

const COMMON: ReadonlySet<string> = new Set(commonTags);

/**
 * Lists tags that may be misspelled keys. Leaves out common tags, and tags that were written as
 * tags (`tags[x]:`).
 */
export function listAskedTags(search: Search): readonly AskedTag[] {
  return search.flatMap((term) => {
    if (term.kind !== 'tag' || term.isExplicit || COMMON.has(term.key)) return [];
    const at = term.isNegated ? term.at + 1 : term.at;
    return { name: term.key, at, end: at + term.key.length };
  });
}

export function describeUnknownKey(asked: AskedTag, tags: readonly string[]): UnknownKey {
  const { name } = asked;
  const [answer, other] = ANSWERS.get(name.toLowerCase()) ?? [];
  if (answer !== undefined) {
    return { ...asked, message: answer, ...(other === undefined ? {} : { nearest: other }) };
  }
  const entries: readonly [string, KeyOfSearch][] = Object.entries(searchKeys);
  const own = entries.filter(([, { isOfLogs }]) => !isOfLogs).map(([key]) => key);
  const keys = [...own, ...Object.keys(otherKeys), ...COMMON];
  const [nearest] = listNearest(name, [...keys, ...tags], 1);
  const message = `No search key and no received tag is called “${name}”.`;
  return nearest === undefined
    ? { ...asked, message }
    : { ...asked, message: `${message} Did you mean “${nearest}”?`, nearest };
}
