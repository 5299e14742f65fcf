import type { JsonObject } from '../../json/shape.ts';
import type { FrameFacts } from './frame-facts.ts';
import type { Language } from './language.ts';
import { libraryRules } from './library-rules/library-rules.ts';

/** Their SDKs call every frame the application's, or all but the language's own, unless they are told otherwise. */
const CLAIMS_TOO_MUCH: ReadonlySet<Language> = new Set(['browser', 'go', 'php', 'rust']);

/** As `in_app`: a rule of the project calls the frame the application's own. Nothing that is sent can be that. */
export const BY_RULE = Symbol('own by a rule');

/** EJS and its like compile a template into a function that is named after the template's file. */
const TEMPLATE = /\.(?:ejs|eta|pug|jade|hbs|handlebars|mustache|njk|nunjucks|liquid|jst|tpl)"?$/;

/**
 * Whether a frame is the application's own. What the SDK calls a library's is one, but for templates, whose names look
 * to it like the engine's; what it calls the application's is believed, but for SDKs that say so of libraries. Where the
 * SDK says nothing, all is the application's that no rule knows as a library's.
 */
export function decideInApp(sent: unknown, facts: FrameFacts): boolean {
  if (sent === BY_RULE) return true;
  if (isOfEngine(facts)) return false;
  if (sent === false)
    return isScript(facts.language) && isTemplate(facts.filename) && !isLibrary(facts);
  if (sent === true && !CLAIMS_TOO_MUCH.has(facts.language)) return true;
  return !isLibrary(facts);
}

/** Told fast, since most frames of most events are libraries': whether `decideInApp` may take a frame for the application's. */
export function mayBeOwn({ in_app: sent, filename }: JsonObject): boolean {
  return sent !== false || isTemplate(filename);
}

function isTemplate(filename: unknown): boolean {
  return typeof filename === 'string' && TEMPLATE.test(filename);
}

function isScript(language: Language): boolean {
  return language === 'browser' || language === 'node';
}

/** A call of JavaScript without a file is one of the engine, such as `Date.toISOString`, whatever the SDK says. */
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
