/**
 * Matches parameters. Also matches quoted text, comments and identifiers, so that text inside them
 * is not taken for a parameter.
 */
const TOKENS =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*[^]*?(?:\*\/|$)|[\p{L}_][\p{L}\w$]*|(?<position>\?)|[@:$](?<name>\w+)/gu;

export interface Parameters {
  readonly count: number;
  readonly names: ReadonlySet<string>;
}

/** Finds the parameters in the text of a statement, because Node.js does not report them. */
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
 * Checks the values and turns `undefined` into null. Throws a RangeError when values are missing or
 * left over, because Node.js would silently bind null. Throws a TypeError for a value of a type
 * that SQLite does not have.
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
