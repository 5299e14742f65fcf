import { type JsonObject, readPosition, readText } from '../../json/shape.ts';
import { type FrameFacts, readFrameFacts } from '../../reading/stack/frame-facts.ts';
import { toImageName } from '../../reading/stack/images.ts';
import { BY_RULE, decideInApp } from '../../reading/stack/in-app.ts';
import type { SentEvent } from '../../reading/sent-event.ts';
import type { Language } from '../../reading/stack/language.ts';
import type { WhyNot } from '../description.ts';
import { isMachinery } from './machinery.ts';
import { type CallName, toStableCall } from './stable-names.ts';
import { toStablePath } from './stable-path.ts';

/** Why a frame counts for no key: what raises and reports, a name made by a machine, or nothing that names it. */
type Flaw = Extract<WhyNot, 'machinery' | 'made by a machine' | 'unnamed'>;

export interface JudgedFrame {
  readonly inApp: boolean;
  readonly flaw?: Flaw;
  /** What tells the call from others; empty with a flaw. */
  readonly signature: string;
  /** The same without its line of code, where something names it. */
  readonly call: string;
  /** Its file, module or image alone. */
  readonly place: string;
  /** The call without its line of code; empty where nothing names it. */
  readonly name: string;
  /** Whether it says more than which bundle or image it is of. */
  readonly speaks: boolean;
}

/** Languages whose SDKs always send the line of code. Of others it comes and goes with where the program runs. */
const WITH_CODE: ReadonlySet<Language> = new Set(['browser', 'node', 'python', 'php', 'ruby']);
const WITH_MODULE: ReadonlySet<Language> = new Set(['python', 'jvm', 'go', 'dotnet']);
const MAX_CODE_LENGTH = 120;

/** What frames are judged by beside what they say: the language of their event, and where its images are. */
export type FramesOf = Pick<SentEvent, 'language' | 'images'>;

/** A frame as it is grouped: without lines, hashes and numbers that builds and runs change, and with addresses in its image alone. */
export function judgeFrame(frame: JsonObject, { language, images }: FramesOf): JudgedFrame {
  const { inApp, flaw, owner, name: named, ...call } = recallCall(frame, language);
  if (flaw === 'machinery' || flaw === 'made by a machine') return withFlaw(flaw, inApp);
  const code = call.takesCode ? toStableCode(frame['context_line']) : '';
  // Where no symbol names a call, its place in its image tells it from others of the same build.
  const offset = call.isNative && named === '' ? images.findOffset(frame) : undefined;
  if (flaw !== undefined && code === '' && !offset) return withFlaw(flaw, inApp);
  const [place, name] = offset ? [offset.image, offset.at] : [owner, named];
  const speaks = name !== '' || code !== '' || call.saysByPlace;
  const signature = toSignature(place, name, code);
  const isLineOfCall = name !== '' && code !== '';
  const toldCall = isLineOfCall ? toSignature(place, name, '') : signature;
  return { inApp, place, name, speaks, signature, call: toldCall };
}

function withFlaw(flaw: Flaw, inApp: boolean): JudgedFrame {
  return { inApp, flaw, signature: '', call: '', place: '', name: '', speaks: false };
}

/** What a frame is without its line of code: the same for all frames of one call. */
interface JudgedCall extends CallName {
  readonly inApp: boolean;
  readonly flaw?: Flaw | undefined;
  readonly takesCode: boolean;
  readonly isNative: boolean;
  readonly saysByPlace: boolean;
}

/** Calls of an application are the same in all of its events. Begun anew when there are too many; none is long. */
const known = new Map<string, JudgedCall>();
const MAX_KNOWN = 6000;
const MAX_KNOWN_LENGTH = 600;

function recallCall(frame: JsonObject, language: Language): JudgedCall {
  const key = toMemoKey(frame, language);
  const found = known.get(key);
  if (found !== undefined) return found;
  const call = judgeCall(frame, language);
  if (key.length > MAX_KNOWN_LENGTH) return call;
  if (known.size === MAX_KNOWN) known.clear();
  known.set(key, call);
  return call;
}

/** All that a call is judged by. Lengths keep a text that holds the end of one field from passing for two fields. */
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
  // What an engine does itself has no file.
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

/** The SDK of JavaScript derives modules from addresses, which the path says better. */
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

/** Helpers of compilers, and handlers of elements. */
const OF_ALL =
  /^(?:value|_?next|_?throw|_invoke|on(?:Blur|Change|Click|Focus|Input|Key(?:Down|Press|Up)|Mouse(?:Down|Enter|Leave|Move|Up)|Pointer(?:Down|Up)|Press|Scroll|Submit|Touch(?:End|Start)))$/;

/**
 * Names of one build: one or two letters in browsers, some more where a file is called by a hash or code stands on endless
 * lines. There property names that all components have say nothing either.
 */
function isMinified({ name, owner }: CallName, { language, column }: FrameFacts): boolean {
  if (!isScript(language) || name === '') return false;
  const isBundled = isEndless(column) || (language === 'browser' && owner.includes('*'));
  if (isBundled) return name.length <= 3 || OF_ALL.test(name);
  return language === 'browser' && name.length <= 2;
}

function isEndless(column = 0): boolean {
  return column >= 200;
}

/** Of a source, not of a bundle: its path says where an unnamed call is. */
function isOfSource({ language, filename, absPath, column }: FrameFacts): boolean {
  if (language === 'native' || language === 'rust') return false;
  if (language === 'node') return !isEndless(column);
  if (language !== 'browser') return true;
  return /\.(?:[cm]?tsx?|jsx|vue|svelte)$/.test((filename ?? absPath ?? '').replace(/\?.*$/s, ''));
}

/** Minified code is one long line that changes with every build. */
function toStableCode(sent: unknown): string {
  const line = readText(sent, 1024)?.trim() ?? '';
  if (line.length > MAX_CODE_LENGTH) return '';
  return /[^\S ]|\s\s/.test(line) ? line.replace(/\s+/g, ' ') : line;
}
