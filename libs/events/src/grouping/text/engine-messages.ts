interface EngineMessage {
  readonly pattern: RegExp;
  /** Wording shared by all engines. `$1` and `$2` insert the pattern's groups. */
  readonly as: string;
}

/**
 * Messages of Chrome, Firefox and Safari for the same errors. Firefox has the same message for
 * reading and for writing a property of undefined.
 */
const MESSAGES: readonly EngineMessage[] = [
  say(
    /^Cannot (?:read|set) properties of (undefined|null) \((?:reading|setting) '(.{1,200})'\)/,
    '$2 of $1',
  ),
  say(/^Cannot (?:read|set) property '(.{1,200})' of (undefined|null)/, '$1 of $2'),
  say(/^can't access property "(.{1,200})", .{1,200} is (undefined|null)/, '$1 of $2'),
  say(/^can't access property (\d{1,10}), .{1,200} is (undefined|null)/, '$1 of $2'),
  // Older Firefox versions name the object first, or only the object. A one-letter object name
  // comes from a minifier.
  say(
    /^[^\s,]{1,200} is (undefined|null), can't access property "([^"]{1,200})" of it$/,
    '$2 of $1',
  ),
  say(/^[A-Za-z_$](\.[\w$.]{1,200})? is (undefined|null)$/, 'something$1 is $2'),
  say(/^(undefined|null) has no properties$/, 'something is $1'),
  say(
    /^(undefined|null) is not an object \(evaluating '.{1,200}\[(\d{1,10})\](?: = .{0,200})?'\)/,
    '$2 of $1',
  ),
  say(
    /^(undefined|null) is not an object \(evaluating '(?:.{0,200}[.\])])?\.?([\w$]{1,100})(?:\(.{0,200}\)| = .{0,200})?'\)/,
    '$2 of $1',
  ),
  say(
    /^(?:Failed to fetch|Load failed|NetworkError when attempting to fetch resource\.?|Network request failed)(?: \(.{1,200}\))?$/,
    'fetch failed',
  ),
  say(
    /^(?:Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/i,
    'module cannot be imported',
  ),
  // A name of one or two letters is a variable that a minifier renamed. Minifiers do not rename
  // undefined variables, so the messages for undefined variables keep short names.
  say(/^[A-Za-z_$][\w$]? is not (a function|a constructor|iterable)/, 'something is not $1'),
  // Bundles of webpack call a function of another module this way.
  say(/^\(0 ?, ?[\w$]{1,100}\.([\w$]{1,100})\) is not a function/, '$1 is not a function'),
  say(/^(?:[\w$.[\]()]{0,200}[.\]])?([\w$]{1,100}) is not a function/, '$1 is not a function'),
  say(
    /^(?:[\w$.]{0,200}\.)?([\w$]{1,100}) is not a constructor(?: \(evaluating .{1,200}\))?$/,
    '$1 is not a constructor',
  ),
  say(
    /^(?:Converting circular structure to JSON|cyclic object value|JSON\.stringify cannot serialize cyclic structures)/,
    'JSON in a circle',
  ),
  say(/^([\w$]{1,100}) is not defined$/, '$1 is not defined'),
  say(/^Can't find variable: ([\w$]{1,100})$/, '$1 is not defined'),
  say(/^Property '([\w$]{1,100})' doesn't exist$/, '$1 is not defined'),
  say(/^(?:Maximum call stack size exceeded|too much recursion)/, 'too much recursion'),
  say(
    /^(?:Unexpected end of JSON input|JSON Parse error: Unexpected EOF|JSON\.parse: unexpected end of data)/,
    'JSON ends early',
  ),
  say(
    /^(?:Unexpected token .{1,40}(?:JSON|"\.{3} is not valid JSON)|JSON Parse error: Unrecognized token|JSON\.parse: unexpected character)/,
    'JSON has an unexpected character',
  ),
  say(
    /^(?:Cannot access|can't access lexical declaration) '([\w$]{1,100})' before initialization/,
    '$1 is read too early',
  ),
  say(
    /^(?:Assignment to constant variable|Attempted to assign to readonly property|invalid assignment to const .{1,100})/,
    'assignment to a constant',
  ),
  say(
    /^(?:The user aborted a request|The operation was aborted|Fetch is aborted|signal is aborted without reason)/,
    'aborted',
  ),
];

function say(pattern: RegExp, as: string): EngineMessage {
  return { pattern, as };
}

/**
 * Rewrites an engine's message into words that all engines share. Returns undefined for other
 * messages.
 */
export function toEngineMessage(value: string): string | undefined {
  const found = MESSAGES.find(({ pattern }) => pattern.test(value));
  return found && found.pattern.exec(value)?.[0].replace(found.pattern, found.as);
}
