/** Matches quoted text, comments and identifiers, so that only real parameters are counted. */
const TOKENS =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*[^]*?(?:\*\/|$)|[\p{L}_][\p{L}\w$]*|(?<position>\?)|[@:$](?<name>\w+)/gu;

/** The parameters of a statement, all of one kind. */
export interface Parameters {
  /** How many `?` there are. */
  readonly count: number;
  /** Without prefix, each once. */
  readonly names: ReadonlySet<string>;
}

/** Reads them from the text: Node.js does not tell how many a statement has. */
export function readParameters(sql: string): Parameters {
  let count = 0;
  const names = new Set<string>();
  for (const { groups } of sql.matchAll(TOKENS)) {
    if (groups?.['name'] !== undefined) names.add(groups['name']);
    else if (groups?.['position'] !== undefined) count += 1;
  }
  return { count, names };
}

/**
 * Checks the values and turns `undefined` into null. Throws a RangeError where values are missing or left over, and a
 * TypeError for one that SQLite has no type for: Node.js takes those that are missing for null, without a word.
 */
export function bindable(parameters: Parameters, given: readonly unknown[]): readonly unknown[] {
  const { count, names } = parameters;
  if (names.size > 0) return [pickNamed(names, given)];
  if (given.length !== count) {
    throw new RangeError(`The statement has ${count} parameters, and ${given.length} were given.`);
  }
  let hasUndefined = false;
  for (const value of given) {
    requireBindable(value);
    hasUndefined ||= value === undefined;
  }
  return hasUndefined ? given.map((value) => value ?? null) : given;
}

function pickNamed(names: ReadonlySet<string>, given: readonly unknown[]): object {
  const [values] = given;
  if (given.length !== 1 || typeof values !== 'object' || values === null) {
    throw new RangeError(`The statement has named parameters: ${[...names].join(', ')}.`);
  }
  const missing = [...names].filter((name) => !Object.hasOwn(values, name));
  if (missing.length > 0) {
    throw new RangeError(`The statement has parameters without a value: ${missing.join(', ')}.`);
  }
  const found = values as Readonly<Record<string, unknown>>;
  for (const name of names) requireBindable(found[name]);
  return Object.fromEntries([...names].map((name) => [name, found[name] ?? null]));
}

function requireBindable(value: unknown): void {
  if (typeof value === 'boolean' || (typeof value === 'object' && !isBlobOrNull(value))) {
    throw new TypeError('SQLite takes numbers, bigints, texts, Buffers and null.');
  }
}

function isBlobOrNull(value: object | null): boolean {
  return value === null || ArrayBuffer.isView(value);
}
