import type { FrameFacts } from './frame-facts.ts';
import type { Language } from './language.ts';
import { libraryRules } from './library-rules/library-rules.ts';

/** Their SDKs call every frame the application's, or all but the language's own. */
const CLAIMS_TOO_MUCH: ReadonlySet<Language> = new Set(['browser', 'go', 'rust']);

/** As `in_app`: a rule of the project calls the frame the application's own. Nothing that is sent can be that. */
export const BY_RULE = Symbol('own by a rule');

/**
 * Whether a frame is the application's own. What the SDK calls a library's is one; what it calls the application's is
 * believed, but for SDKs that say so of libraries. Where the SDK says nothing, all is the application's that no rule
 * knows as a library's.
 */
export function decideInApp(sent: unknown, facts: FrameFacts): boolean {
  if (sent === BY_RULE) return true;
  if (sent === false || isOfEngine(facts)) return false;
  if (sent === true && !CLAIMS_TOO_MUCH.has(facts.language)) return true;
  return !isLibrary(facts);
}

/** A call of JavaScript without a file is one of the engine, such as `Date.toISOString`, whatever the SDK says. */
function isOfEngine({ language, filename, absPath }: FrameFacts): boolean {
  const isJavaScript = language === 'browser' || language === 'node';
  return isJavaScript && (absPath ?? filename) === undefined;
}

function isLibrary(facts: FrameFacts): boolean {
  const path = facts.absPath ?? facts.filename;
  const { function: name, module, package: image } = facts;
  const texts = { path, function: name, module, package: image };
  if (!(path ?? name ?? module ?? image)) return true;
  return libraryRules[facts.language].some(({ of, pattern }) => {
    const text = texts[of];
    return text !== undefined && pattern.test(text);
  });
}
