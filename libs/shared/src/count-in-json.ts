const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BRACKET = 91;
const BACKSLASH = 92;
const CLOSING_BRACKET = 93;
const BRACE = 123;
const CLOSING_BRACE = 125;

/**
 * Counts objects and lists in a JSON text without parsing it. `JSON.parse` would turn 50 MB of
 * empty lists into a gigabyte, and take half a minute.
 */
export function countContainers(json: string): number {
  return countSigns(json, opensContainer);
}

interface JsonBounds {
  /** Fields of one object. */
  readonly fields: number;
  /** Commas and opening brackets. */
  readonly values: number;
}

/** A field takes five characters: `"":0,`. */
const FIELD_LENGTH = 5;

/**
 * Returns which bound a JSON text exceeds, without parsing it. A text that is too short for so many
 * fields and values takes no time, unless levels are bounded.
 *
 * ```ts
 * findExcess('{"a":[[]]}', { fields: 10, values: 20, levels: 2 }); // 'levels'
 * ```
 */
export function findExcess(json: string, bounds: JsonBounds): keyof JsonBounds | undefined;
export function findExcess(
  json: string,
  bounds: JsonBounds & { readonly levels: number },
): keyof JsonBounds | 'levels' | undefined;
export function findExcess(
  json: string,
  { fields, values, levels = Infinity }: JsonBounds & { readonly levels?: number },
): keyof JsonBounds | 'levels' | undefined {
  if (json.length <= Math.min(FIELD_LENGTH * fields, values, levels)) return undefined;
  const counts = { values: 0, fields: [0] };
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (sign === QUOTE) at = findStringEnd(json, at + 1);
    else addSign(sign, counts);
    if (counts.fields.length > levels + 1) return 'levels';
    if (counts.fields.at(-1)! > fields) return 'fields';
    if (counts.values > values) return 'values';
  }
  return undefined;
}

/** Counts the fields of each open object, outermost first. */
function addSign(sign: number, counts: { values: number; readonly fields: number[] }): void {
  const { fields } = counts;
  const isOpening = opensContainer(sign);
  if (isOpening || sign === COMMA) counts.values += 1;
  if (isOpening) fields.push(0);
  else if (sign === COLON) fields[fields.length - 1]! += 1;
  else if (closesContainer(sign) && fields.length > 1) fields.pop();
}

/**
 * Tells whether an object of a JSON text has a name twice. `JSON.parse` drops the first of both.
 * `names` are those of the parsed value.
 */
export function hasRepeatedNames(json: string, names: number): boolean {
  return mayRepeatNames(json, names) && countSigns(json, (sign) => sign === COLON) > names;
}

/**
 * Is much faster than a walk, but also returns true for some colons within strings. A colon that
 * follows a name stands behind a quote or a blank.
 */
function mayRepeatNames(json: string, names: number): boolean {
  let colons = 0;
  for (let at = json.indexOf(':'); at !== -1; at = json.indexOf(':', at + 1)) {
    if (json.charCodeAt(at - 1) <= QUOTE) colons += 1;
  }
  return colons > names;
}

/**
 * Counts the names in all objects of a parsed JSON value. Returns infinity when arrays and objects
 * nest deeper than `maxDepth`. Never recurses deeper than that.
 */
export function countNames(value: unknown, maxDepth = Infinity): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (maxDepth === 0) return Infinity;
  let names = 0;
  if (Array.isArray(value)) {
    for (const entry of value)
      if (typeof entry === 'object') names += countNames(entry, maxDepth - 1);
    return names;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  // `for…in` is safe, because parsed JSON has only own keys. `Object.values` would allocate a list
  // for each of thousands of objects.
  for (const key in fields) {
    names += 1;
    if (typeof fields[key] === 'object') names += countNames(fields[key], maxDepth - 1);
  }
  return names;
}

function opensContainer(sign: number): boolean {
  return sign === BRACE || sign === BRACKET;
}

function closesContainer(sign: number): boolean {
  return sign === CLOSING_BRACE || sign === CLOSING_BRACKET;
}

/** Counts signs outside of strings. */
function countSigns(json: string, isCounted: (sign: number) => boolean): number {
  let count = 0;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (sign === QUOTE) at = findStringEnd(json, at + 1);
    else if (isCounted(sign)) count += 1;
  }
  return count;
}

function findStringEnd(json: string, start: number): number {
  let at = json.indexOf('"', start);
  while (at !== -1 && isEscaped(json, at)) at = json.indexOf('"', at + 1);
  return at === -1 ? json.length : at;
}

function isEscaped(json: string, at: number): boolean {
  let first = at;
  while (json.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}
