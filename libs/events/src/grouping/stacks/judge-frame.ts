import { RecentResults } from '../../json/recent-results.ts';
import { type JsonObject, readPosition, readText } from '../../json/shape.ts';
import { type FrameFacts, readFrameFacts } from '../../reading/stack/frame-facts.ts';
import { toImageName } from '../../reading/stack/images.ts';
import { BY_RULE, decideInApp } from '../../reading/stack/in-app.ts';
import type { SentEvent } from '../../reading/sent-event.ts';
import type { Language } from '../../reading/stack/language.ts';
import type { ExclusionReason } from '../description.ts';
import { isMachinery } from './machinery.ts';
import { type CallName, toStableCall } from './stable-names.ts';
import { toStablePath } from './stable-path.ts';

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
}

/**
 * Languages whose SDKs always send the line of code. Other SDKs send the line only when the source
 * file is present, so the line cannot be part of a grouping key.
 */
const WITH_CODE: ReadonlySet<Language> = new Set(['browser', 'node', 'python', 'php', 'ruby']);
const WITH_MODULE: ReadonlySet<Language> = new Set(['python', 'jvm', 'go', 'dotnet']);
const MAX_CODE_LENGTH = 120;

export type FrameContext = Pick<SentEvent, 'language' | 'images'>;

/**
 * Reads the parts of a frame that matter for grouping. Drops line numbers, and drops hashes and
 * numbers that change with builds and runs. Turns memory addresses into offsets within their image.
 */
export function judgeFrame(frame: JsonObject, { language, images }: FrameContext): JudgedFrame {
  const { inApp, flaw, owner, name: named, ...call } = recallCall(frame, language);
  if (flaw === 'machinery' || flaw === 'made by a machine') return withFlaw(flaw, inApp);
  const code = call.takesCode ? toStableCode(frame['context_line']) : '';
  // The offset in the image identifies a call that has no symbol, but only within one build.
  const offset = call.isNative && named === '' ? images.findOffset(frame) : undefined;
  if (flaw !== undefined && code === '' && !offset) return withFlaw(flaw, inApp);
  const [place, name] = offset ? [offset.image, offset.at] : [owner, named];
  const namesCall = name !== '' || code !== '' || call.saysByPlace;
  const signature = toSignature(place, name, code);
  const isLineOfCall = name !== '' && code !== '';
  const toldCall = isLineOfCall ? toSignature(place, name, '') : signature;
  return { inApp, place, name, namesCall, signature, call: toldCall };
}

function withFlaw(flaw: Flaw, inApp: boolean): JudgedFrame {
  return { inApp, flaw, signature: '', call: '', place: '', name: '', namesCall: false };
}

interface JudgedCall extends CallName {
  readonly inApp: boolean;
  readonly flaw?: Flaw | undefined;
  readonly takesCode: boolean;
  readonly isNative: boolean;
  readonly saysByPlace: boolean;
}

const calls = new RecentResults<JudgedCall>({ entries: 6000, keyLength: 600 });

function recallCall(frame: JsonObject, language: Language): JudgedCall {
  return calls.find(toMemoKey(frame, language), () => judgeCall(frame, language));
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

function judgeCall(frame: JsonObject, language: Language): JudgedCall {
  const facts = readFrameFacts(frame, language);
  const judged = {
    owner: '',
    name: '',
    inApp: decideInApp(frame['in_app'], facts),
    takesCode: WITH_CODE.has(facts.language),
    isNative: facts.language === 'native',
    saysByPlace: isOfSource(facts),
  };
  if (isMachinery(facts)) return { ...judged, flaw: 'machinery' };
  const call = toStableCall(facts.language, facts.function ?? '', toPlace(facts));
  if (call === undefined) return { ...judged, flaw: 'made by a machine' };
  const { owner } = call;
  const name = isMinified(call, facts) ? '' : call.name;
  // A JavaScript call without a file belongs to the engine.
  if (isScript(facts.language) && owner === '' && !hasFile(facts)) {
    return { ...judged, flaw: 'machinery' };
  }
  return { ...judged, owner, name, flaw: owner === '' && name === '' ? 'unnamed' : undefined };
}

function toSignature(place: string, name: string, code: string): string {
  return [place, name, code].filter((part) => part !== '').join(' · ');
}

function toPlace({ language, module, package: image, filename, absPath }: FrameFacts): string {
  if (language === 'rust') return '';
  if (language === 'native') return image === undefined ? '' : toImageName(image);
  if (WITH_MODULE.has(language) && module !== undefined) return module;
  if (language === 'node' && module !== undefined && filename === undefined) return module;
  return toStablePath(filename ?? absPath ?? '') || toModule(language, module);
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
