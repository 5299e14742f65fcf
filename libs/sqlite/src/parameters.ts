/** What of a statement cannot hold a parameter, then the two kinds of parameters: `?`, and a name with its prefix. */
const TOKENS =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*[^]*?(?:\*\/|$)|[\p{L}_][\p{L}\w$]*|\?(?<number>\d*)|[@:$](?<name>\w+)/gu;

/** What a statement asks for. It has parameters of one kind. */
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
    else if (groups?.['number'] !== undefined) count += 1;
  }
  return { count, names };
}

/**
 * Makes of what a caller gave what Node.js takes: `undefined` becomes null. Throws a RangeError where values are missing
 * or left over: Node.js takes those that are missing for null, without a word.
 */
export function bindable(parameters: Parameters, given: readonly unknown[]): readonly unknown[] {
  const { count, names } = parameters;
  if (names.size > 0) return [pickNamed(names, given)];
  if (given.length !== count) {
    throw new RangeError(`The statement has ${count} parameters, and ${given.length} were given.`);
  }
  return given.includes(undefined) ? given.map((value) => value ?? null) : given;
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
  return Object.fromEntries([...names].map((name) => [name, found[name] ?? null]));
}
