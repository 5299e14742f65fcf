import type { JsonObject } from '../../json/shape.ts';
import type { FrameFacts } from './frame-facts.ts';
import type { Language } from './language.ts';
import { libraryRules } from './library-rules/library-rules.ts';

/**
 * SDKs of these languages mark every frame as the application's, or all but the language's own,
 * unless they are configured otherwise.
 */
const OVERREPORTS_IN_APP: ReadonlySet<Language> = new Set(['browser', 'go', 'php', 'rust']);

/**
 * Value of `in_app` for a frame that a project's rule marks as own. No sender can send a symbol.
 */
export const BY_RULE = Symbol('own by a rule');

/**
 * EJS and similar engines compile a template into a function that is named after the template's
 * file.
 */
const TEMPLATE = /\.(?:ejs|eta|pug|jade|hbs|handlebars|mustache|njk|nunjucks|liquid|jst|tpl)"?$/;

/**
 * Decides whether a frame is the application's own.
 *
 * A frame that the SDK marks as a library's belongs to a library. Templates are the exception,
 * because the SDK takes their names for names of the engine. A frame that the SDK marks as own is
 * own, unless that SDK marks libraries as own too. An unmarked frame is own unless a rule knows it
 * as a library's.
 */
export function decideInApp(sent: unknown, facts: FrameFacts): boolean {
  if (sent === BY_RULE) return true;
  if (isOfEngine(facts)) return false;
  if (sent === false)
    return isScript(facts.language) && isTemplate(facts.filename) && !isLibrary(facts);
  if (sent === true && !OVERREPORTS_IN_APP.has(facts.language)) return true;
  return !isLibrary(facts);
}

/**
 * False when `decideInApp` would certainly return false. The quick answer pays, because most frames
 * are libraries'.
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
 * A JavaScript call without a file belongs to the engine, such as `Date.toISOString`, whatever the
 * SDK says.
 */
function isOfEngine({ language, filename, absPath }: FrameFacts): boolean {
  return isScript(language) && (absPath ?? filename) === undefined;
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
