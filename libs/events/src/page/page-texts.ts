import { findOwn, type Mechanism } from '#shared';
import { cutToPageBytes, takeFitting, weighFacts } from './page-bytes.ts';

/** Enough for 6,000 ASCII characters, since a document has each text twice. */
const TEXT_BYTES = 12_000;
const NAME_BYTES = 2500;
const MECHANISM_BYTES = 3000;

const NAMES =
  'type module function package filename absPath description source id name state username email ipAddress place';

const LONGEST: Readonly<Record<string, number>> = {
  ...Object.fromEntries(NAMES.split(' ').map((name) => [name, NAME_BYTES])),
  value: 8000,
  url: 6000,
  query: 6000,
};

/**
 * Shortens the long texts in any JSON, by the names of their fields. Calls `onCut` for each. Returns
 * the same objects where no text is long.
 */
export function cutLongTexts<Value>(
  value: Value,
  onCut: (texts: number) => void = () => {},
): Value {
  const cut = (each: unknown, name = ''): unknown => {
    if (typeof each === 'string') {
      const text = cutToPageBytes(each, findOwn(LONGEST, name) ?? TEXT_BYTES);
      if (text !== each) onCut(1);
      return text;
    }
    if (typeof each !== 'object' || each === null) return each;
    if (Array.isArray(each)) {
      let entries: unknown[] = each;
      for (let index = 0; index < each.length; index += 1) {
        const entry = cut(each[index]);
        if (entry === each[index]) continue;
        if (entries === each) entries = [...each];
        entries[index] = entry;
      }
      return entries;
    }
    const cutFirst = name === 'mechanism' ? cutMechanism(each as Mechanism, onCut) : each;
    const fields = cutFirst as Readonly<Record<string, unknown>>;
    let changed: [string, unknown][] | undefined;
    for (const key in fields) {
      const entry = cut(fields[key], key);
      if (entry !== fields[key]) (changed ??= []).push([key, entry]);
    }
    return changed ? Object.fromEntries([...Object.entries(fields), ...changed]) : fields;
  };
  return cut(value) as Value;
}

function cutMechanism(mechanism: Mechanism, onCut: (texts: number) => void): object {
  const cut = (['data', 'meta'] as const).flatMap((part) => {
    const facts = Object.entries(mechanism[part] ?? {});
    const taken = takeFitting(facts, MECHANISM_BYTES, ([name, value]) =>
      weighFacts({ [name]: value }),
    );
    if (taken.length < facts.length) onCut(facts.length - taken.length);
    return facts.length === 0 ? [] : [[part, Object.fromEntries(taken)] as const];
  });
  return cut.length === 0 ? mechanism : { ...mechanism, ...Object.fromEntries(cut) };
}
