import type { JsonObject } from '../../json/shape.ts';
import { type GroupingVersion, NEWEST_GROUPING } from './grouping-version.ts';
import type { FrameFacts } from './frame-facts.ts';
import type { Language } from './language.ts';
import { libraryRules } from './library-rules/library-rules.ts';

/**
 * Languages whose SDKs by default mark library frames as the application's, so `in_app: true`
 * proves nothing.
 */
const OVERREPORTS_IN_APP: ReadonlySet<Language> = new Set(['browser', 'go', 'php', 'rust']);

/**
 * Value of `in_app` for a frame that a project's rule marks as the application's. The value is a
 * symbol, because JSON from a sender cannot contain symbols.
 */
export const BY_RULE = Symbol('own by a rule');

/**
 * EJS and similar engines compile a template into a function that is named after the template's
 * file.
 */
const TEMPLATE = /\.(?:ejs|eta|pug|jade|hbs|handlebars|mustache|njk|nunjucks|liquid|jst|tpl)"?$/;

/**
 * Decides whether a frame belongs to the application.
 *
 * `in_app: false` is trusted, except for templates, which SDKs mistake for code of the template
 * engine. `in_app: true` is trusted, unless the language's SDK also marks libraries that way, or
 * the frame is of Python's own library, as old SDKs mark it. Every other frame belongs to the
 * application unless a library rule matches.
 */
export function decideInApp(
  sent: unknown,
  facts: FrameFacts,
  version: GroupingVersion = NEWEST_GROUPING,
): boolean {
  if (sent === BY_RULE) return true;
  if (version > 1 && isOfPython(facts)) return false;
  if (isOfEngine(facts)) return false;
  if (sent === false)
    return isScript(facts.language) && isTemplate(facts.filename) && !isLibrary(facts);
  if (sent === true && !OVERREPORTS_IN_APP.has(facts.language)) return true;
  return !isLibrary(facts);
}

/**
 * False when `decideInApp` would certainly return false. This check saves time, because most frames
 * belong to libraries.
 */
export function canBeInApp({ in_app: sent, filename }: JsonObject): boolean {
  return sent !== false || isTemplate(filename);
}

function isTemplate(filename: unknown): boolean {
  return typeof filename === 'string' && TEMPLATE.test(filename);
}

function isScript(language: Language): boolean {
  return language === 'browser' || language === 'node';
}

/**
 * A JavaScript call without a file, such as `Date.toISOString`, belongs to the engine even when the
 * SDK says otherwise.
 */
function isOfEngine({ language, filename, absPath }: FrameFacts): boolean {
  return isScript(language) && (absPath ?? filename) === undefined;
}

const PYTHON =
  /[/\\]lib(?:64)?[/\\](?:python|pypy)\d{1,2}\.\d{1,2}[/\\](?!(?:site|dist)-packages[/\\])|[/\\](?:Python\d{2,4}|Python[/\\]\d[\d.]{1,20}[/\\]x\d\d|cpython-[^/\\]{1,60}|(?:ana|mini)conda\d?|miniforge\d?)[/\\]Lib[/\\](?!site-packages[/\\])|<frozen [\w.]{1,200}>$/i;
const MODULES_OF_PYTHON = /^(?:asyncio|concurrent\.futures|importlib|runpy|threading)(?:\.|$)/;

function isOfPython({ language, module = '', absPath, filename }: FrameFacts): boolean {
  if (language !== 'python') return false;
  return MODULES_OF_PYTHON.test(module) || PYTHON.test(absPath ?? filename ?? '');
}

function isLibrary(facts: FrameFacts): boolean {
  const path = facts.absPath ?? facts.filename;
  const { function: name, module, package: image } = facts;
  const texts = { path, function: name, module, package: image };
  if (!(path ?? name ?? module ?? image)) return true;
  return libraryRules[facts.language].some(({ of, pattern, isUnnamed }) => {
    const text = isUnnamed && name !== undefined ? undefined : texts[of];
    return text !== undefined && pattern.test(text);
  });
}
