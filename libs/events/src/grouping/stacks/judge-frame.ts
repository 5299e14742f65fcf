import { RecentResults } from '../../json/recent-results.ts';
import { type JsonObject, readPosition, readText } from '../../json/shape.ts';
import { type FrameFacts, readFrameFacts } from '../../reading/stack/frame-facts.ts';
import { toImageName } from '../../reading/stack/images.ts';
import { BY_RULE, decideInApp } from '../../reading/stack/in-app.ts';
import { type GroupingVersion, NEWEST_GROUPING } from '../../reading/stack/grouping-version.ts';
import type { SentEvent } from '../../reading/sent-event.ts';
import type { Language } from '../../reading/stack/language.ts';
import type { ExclusionReason } from '../description.ts';
import { isMachinery } from './machinery.ts';
import { type CallName, toStableCall } from './stable-names.ts';
import { type StablePath, toStablePath, toStablePathOfV1 } from './stable-path.ts';

type Flaw = Extract<ExclusionReason, 'machinery' | 'made by a machine' | 'unnamed'>;

export interface JudgedFrame {
  readonly inApp: boolean;
  readonly flaw?: Flaw;
  /** Text that identifies the call and its line of code; empty for a frame with a flaw. */
  readonly signature: string;
  /** Signature without the line of code, when the call has a name. */
  readonly call: string;
  readonly place: string;
  /** Name of the function, or its offset in the image; empty when neither is known. */
  readonly name: string;
  /** True when the frame names more than its bundle or image. */
  readonly namesCall: boolean;
  /** True when the function's name, or its line of code, tells errors apart. */
  readonly tells: boolean;
  readonly code: string;
  /** See `StablePath.whole`. */
  readonly whole?: string | undefined;
}

/**
 * Languages whose SDKs always send the line of code. Other SDKs send the line only when the source
 * file is present, so the line cannot be part of a grouping key.
 */
const WITH_CODE: ReadonlySet<Language> = new Set(['browser', 'node', 'python', 'php', 'ruby']);
const WITH_MODULE: ReadonlySet<Language> = new Set(['python', 'jvm', 'go', 'dotnet']);
const MAX_CODE_LENGTH = 120;

export interface FrameContext extends Pick<SentEvent, 'language' | 'images'> {
  readonly version: GroupingVersion;
  /** Set where the newest version and version 1 read something in different ways. */
  differs: boolean;
}

/**
 * Reads the parts of a frame that matter for grouping. Drops line numbers, and drops hashes and
 * numbers that change with builds and runs. Turns memory addresses into offsets within their image.
 */
export function judgeFrame(
  frame: JsonObject,
  of: FrameContext,
  recalled = recallCall(frame, of.language),
): JudgedFrame {
  const { newest, first } = recalled;
  if (newest !== first) of.differs = true;
  const call = of.version === 1 ? first : newest;
  const { inApp, flaw, owner, name: named } = call;
  if (flaw === 'machinery' || flaw === 'made by a machine') return withFlaw(flaw, inApp);
  const code = call.takesCode ? toStableCode(frame['context_line']) : '';
  // The offset in the image identifies a call that has no symbol, but only within one build.
  const offset = call.isNative && named === '' ? of.images.findOffset(frame) : undefined;
  if (flaw !== undefined && code === '' && !offset) return withFlaw(flaw, inApp);
  const [place, name] = offset ? [offset.image, offset.at] : [owner, named];
  const namesCall = name !== '' || code !== '' || call.saysByPlace;
  const signature = toSignature(place, name, code);
  const isLineOfCall = name !== '' && code !== '';
  const toldCall = isLineOfCall ? toSignature(place, name, '') : signature;
  const { telling, whole } = call;
  const isLineTelling = telling === 'line' && code !== '' && !PASSED_ON.test(code);
  const tells = telling === 'function' || isLineTelling;
  return { inApp, place, name, namesCall, tells, signature, call: toldCall, code, whole };
}

/** Returns the frame as if its file were at `place`. */
export function placeFrame({ name, code, ...frame }: JudgedFrame, place: string): JudgedFrame {
  const signature = toSignature(place, name, code);
  const call = name === '' ? signature : toSignature(place, name, '');
  return { ...frame, name, code, place, signature, call };
}

const NOTHING = {
  signature: '',
  call: '',
  place: '',
  name: '',
  code: '',
  namesCall: false,
  tells: false,
} as const;

function withFlaw(flaw: Flaw, inApp: boolean): JudgedFrame {
  return { ...NOTHING, inApp, flaw };
}

interface JudgedCall extends CallName {
  readonly inApp: boolean;
  readonly flaw?: Flaw | undefined;
  readonly takesCode: boolean;
  readonly isNative: boolean;
  readonly saysByPlace: boolean;
  readonly telling: 'function' | 'line' | 'nothing';
  readonly whole?: string | undefined;
}

/** A call as the newest version and as version 1 judge it: the same object when they agree. */
export interface RecalledCall {
  readonly newest: JudgedCall;
  readonly first: JudgedCall;
}

const calls = new RecentResults<RecalledCall>({ entries: 6000, keyLength: 600 });

export function recallCall(frame: JsonObject, language: Language): RecalledCall {
  return calls.find(toMemoKey(frame, language), () => {
    const newest = judgeCall(frame, { language, version: NEWEST_GROUPING });
    const first = judgeCall(frame, { language, version: 1 });
    return { newest, first: isSame(newest, first) ? newest : first };
  });
}

function isSame(newest: JudgedCall, first: JudgedCall): boolean {
  const { telling, whole } = newest;
  return JSON.stringify(newest) === JSON.stringify({ ...first, telling, whole }) && !whole;
}

/**
 * Returns a cache key made of everything that `judgeCall` reads. The lengths of the texts keep
 * different frames apart when a text contains a separator.
 */
function toMemoKey(frame: JsonObject, language: Language): string {
  const {
    platform,
    function: name,
    symbol,
    module,
    package: image,
    filename,
    abs_path: path,
  } = frame;
  const sent = frame['in_app'];
  const facts = `${language} ${sent === true || sent === false ? sent : ''}${sent === BY_RULE ? 'rule' : ''} ${isEndless(readPosition(frame['colno']))}`;
  return `${facts}${toKeyPart(platform)}${toKeyPart(name)}${toKeyPart(symbol)}${toKeyPart(module)}${toKeyPart(image)}${toKeyPart(filename)}${toKeyPart(path)}`;
}

function toKeyPart(value: unknown): string {
  if (value === undefined) return '|';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `|${typeof value} ${text.length} ${text}`;
}

function judgeCall(
  frame: JsonObject,
  { language, version }: Pick<FrameContext, 'language' | 'version'>,
): JudgedCall {
  const facts = readFrameFacts(frame, language, version);
  const judged = {
    owner: '',
    name: '',
    inApp: decideInApp(frame['in_app'], facts, version),
    takesCode: WITH_CODE.has(facts.language),
    isNative: facts.language === 'native',
    saysByPlace: isOfSource(facts),
    telling: 'nothing' as const,
  };
  if (isMachinery(facts)) return { ...judged, flaw: 'machinery' };
  const place = version === 1 ? { path: toPlaceOfV1(facts) } : toPlace(facts);
  const called = { name: facts.function ?? '', owner: place.path };
  const call = toStableCall(called, { language: facts.language, version });
  if (call === undefined) return { ...judged, flaw: 'made by a machine' };
  const { owner } = call;
  const name = isMinified(call, facts) ? '' : call.name;
  // A JavaScript call without a file belongs to the engine.
  if (isScript(facts.language) && owner === '' && !hasFile(facts)) {
    return { ...judged, flaw: 'machinery' };
  }
  const flaw = owner === '' && name === '' ? 'unnamed' : undefined;
  return { ...judged, owner, name, flaw, telling: toTelling(name, facts), whole: place.whole };
}

function toSignature(place: string, name: string, code: string): string {
  return [place, name, code].filter((part) => part !== '').join(' · ');
}

/** Names of functions that nobody named, and of whole files. */
const NO_NAME =
  /^(?:<.{0,60}>|\(eval\)|\{closure\}|\{main\}|eval|block in <.{1,60}>|__ANON__|__MAIN__|lambda|anonymous fn|require(?:_once)?|include(?:_once)?)$/;
/** Helpers that many calls share, so that one of them alone does not tell errors apart. */
const HELPER =
  /^_?(?:(?:assert|abort|bail|check|die|ensure|fail|invariant|panic|raise|report|throw|warn)(?:_?(?:error|exception|failure|if|unless|that|not_?null))?|(?:on|handle|capture|log|create|make|new)_?(?:error|exception))$/i;
const MADE_BY_CLOJURE = /^[^$]{1,200}\$(?:fn|eval)(?:__)?\d{0,9}$/;

/** Says how much a name tells: `function` tells errors apart, `line` does so with its line of code. */
function toTelling(name: string, { module = '', language }: FrameFacts): JudgedCall['telling'] {
  const last = name.split(/::|[.#:\\]/).at(-1)!;
  if (HELPER.test(last)) return 'nothing';
  if (name === '' || NO_NAME.test(last)) return 'line';
  return language === 'jvm' && MADE_BY_CLOJURE.test(module) ? 'nothing' : 'function';
}

const ERROR = '(?:e|err|error|ex|exc|exception)';
/** Matches a line that passes an error on, as many do: `.catch((err) => Promise.reject(err));` */
const PASSED_ON = new RegExp(
  `^(?:if \\(${ERROR}\\) )?(?:\\.catch\\()?(?:\\(?${ERROR}\\)? => )?(?:\\{ )?` +
    '(?:(?:return|throw|raise|await) ?){0,2}(?:(?:Promise\\.)?(?:callback|cb|done|next|reject)\\()?' +
    `${ERROR}?\\)?;?(?: \\})?[),;]{0,3}$`,
);

const OF_CLASS = /^(?!class@)[A-Za-z_][\w\\]{0,500}(?:::|\\)/;

/** Returns the module or class where the frame has one, or else the file's path in its program. */
function toPlace(facts: FrameFacts): StablePath {
  const { language, module, filename, absPath } = facts;
  if (language === 'php' && OF_CLASS.test(facts.function ?? '')) return { path: '' };
  if (language === 'other' && module !== undefined) return { path: module };
  const path = filename ?? absPath;
  // Python calls each script `__main__`.
  const isScriptFile = module === '__main__' && path !== undefined;
  const hasModule = WITH_MODULE.has(language) && module !== undefined && !isScriptFile;
  if (hasModule || language === 'native' || language === 'rust' || path === undefined)
    return { path: toPlaceOfV1(facts) };
  // PHP's SDK keeps the slash where it leaves out the folder of the program.
  const isWithin = absPath !== undefined && absPath !== path && absPath.endsWith(path);
  const found = toStablePath(
    isWithin ? path.replace(/^[/\\]/, '') : path,
    language === 'node' ? module : undefined,
  );
  return found.path === '' ? { path: toModule(language, module) } : found;
}

function toPlaceOfV1({ language, module, package: image, filename, absPath }: FrameFacts): string {
  if (language === 'rust') return '';
  if (language === 'native') return image === undefined ? '' : toImageName(image);
  if (WITH_MODULE.has(language) && module !== undefined) return module;
  if (language === 'node' && module !== undefined && filename === undefined) return module;
  return toStablePathOfV1(filename ?? absPath ?? '') || toModule(language, module);
}

/** Ignores the modules of JavaScript, because the SDK derives them from the file's URL. */
function toModule(language: Language, module: string | undefined): string {
  return isScript(language) ? '' : (module ?? '');
}

function isScript(language: Language): boolean {
  return language === 'browser' || language === 'node';
}

function hasFile({ filename, absPath }: FrameFacts): boolean {
  const path = filename ?? absPath;
  return path !== undefined && !path.startsWith('<');
}

/** Names of compilers' helper functions, and of event handlers that most components have. */
const COMMON_NAMES =
  /^(?:value|_?next|_?throw|_invoke|on(?:Blur|Change|Click|Focus|Input|Key(?:Down|Press|Up)|Mouse(?:Down|Enter|Leave|Move|Up)|Pointer(?:Down|Up)|Press|Scroll|Submit|Touch(?:End|Start)))$/;

/**
 * True when a minifier made the name, so that the next build uses another name. Such names have one
 * or two letters in browsers, and up to three in bundles. A bundle is a file with a hash in its
 * name, or code on very long lines. In bundles, `COMMON_NAMES` also count as minified.
 */
function isMinified({ name, owner }: CallName, { language, column }: FrameFacts): boolean {
  if (!isScript(language) || name === '') return false;
  const isBundled = isEndless(column) || (language === 'browser' && owner.includes('*'));
  if (isBundled) return name.length <= 3 || COMMON_NAMES.test(name);
  return language === 'browser' && name.length <= 2;
}

function isEndless(column = 0): boolean {
  return column >= 200;
}

/**
 * True when the path belongs to a source file and therefore locates an unnamed call. The path of a
 * bundle does not locate a call.
 */
function isOfSource({ language, filename, absPath, column }: FrameFacts): boolean {
  if (language === 'native' || language === 'rust') return false;
  if (language === 'node') return !isEndless(column);
  if (language !== 'browser') return true;
  return /\.(?:[cm]?tsx?|jsx|vue|svelte)$/.test((filename ?? absPath ?? '').replace(/\?.*$/s, ''));
}

/**
 * Returns the line of code. Returns an empty string for a long line, because minified code is one
 * long line that changes with every build.
 */
function toStableCode(sent: unknown): string {
  const line = readText(sent, 1024)?.trim() ?? '';
  if (line.length > MAX_CODE_LENGTH) return '';
  return /[^\S ]|\s\s/.test(line) ? line.replace(/\s+/g, ' ') : line;
}
