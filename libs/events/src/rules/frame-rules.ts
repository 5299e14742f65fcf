import {
  type FrameTerm,
  matchesLower,
  matchesPath,
  ruleLimits,
  toLowerAscii,
  toMatchedPath,
} from '#shared';
import { type JsonObject, readArray, readObject, readText } from '../json/shape.ts';
import { toCallName } from '../reading/stack/call-names.ts';
import { type FrameFacts, readFrameFacts } from '../reading/stack/frame-facts.ts';
import type { Language } from '../reading/stack/language.ts';
import { toShownPath } from '../reading/stack/shown-path.ts';
import { listStacks } from '../reading/list-stacks.ts';

/** Terms of one rule. All of them must hold for a frame. */
export type FrameMatcher = readonly FrameTerm[];

/** `matchers` contains ascending indexes into the list of matchers. */
export interface MatchedFrame {
  readonly frame: JsonObject;
  /**
   * `stack` is the index of the frame's stack in the event, `place` the frame's distance from the
   * failure.
   */
  readonly stack: number;
  readonly place: number;
  readonly matchers: readonly number[];
}

export interface FrameMatches {
  readonly frames: readonly MatchedFrame[];
  readonly counts: readonly number[];
  readonly total: number;
  /** True when the limits left out frames, so that what is absent may stand in one of those. */
  readonly isCut: boolean;
}

const NONE: readonly number[] = [];
const MAX_KNOWN = 6000;
const MAX_KNOWN_LENGTH = 600;
/** A path with `/./` is matched in so many forms. */
const FORMS = 3;

export class FrameRules {
  private readonly known = new Map<string, readonly number[]>();
  private readonly weight: number;

  constructor(private readonly matchers: readonly FrameMatcher[]) {
    this.weight = matchers.flat().reduce((sum, term) => sum + weigh(term), 0);
  }

  /** `left.work` is the number of characters times patterns that the event has left. */
  match(event: JsonObject, language: Language, left: { readonly work: number }): FrameMatches {
    const counts = this.matchers.map(() => 0);
    const matched: MatchedFrame[] = [];
    let [total, characters, work] = [0, ruleLimits.frameCharacters, left.work];
    for (const [stack, { frames }] of listStacks(event).entries()) {
      const sent = readArray(frames) ?? [];
      for (let place = 0; place < sent.length; place += 1) {
        const frame = readObject(sent[sent.length - 1 - place]);
        if (!frame) continue;
        const key = toMemoKey(frame, language);
        characters -= key.length;
        // Frames that are known count as well, so that each relay judges an event alike.
        work -= key.length * (key.includes('/./') ? FORMS : 1) * this.weight;
        const isCut = total === ruleLimits.frames || characters < 0 || work < 0;
        if (isCut) return { frames: matched, counts, total, isCut };
        total += 1;
        const matchers = this.recall(frame, { key, language });
        if (matchers.length === 0) continue;
        matched.push({ frame, stack, place, matchers });
        for (const index of matchers) counts[index]! += 1;
      }
    }
    return { frames: matched, counts, total, isCut: false };
  }

  private recall(
    frame: JsonObject,
    { key, language }: { readonly key: string; readonly language: Language },
  ): readonly number[] {
    const found = this.known.get(key);
    if (found) return found;
    const matchers = this.matchFrame(readFrameFacts(frame, language));
    if (key.length > MAX_KNOWN_LENGTH) return matchers;
    if (this.known.size === MAX_KNOWN) this.known.clear();
    this.known.set(key, matchers);
    return matchers;
  }

  private matchFrame(facts: FrameFacts): readonly number[] {
    const texts = toTexts(facts);
    const matched = this.matchers.flatMap((terms, index) =>
      terms.every((term) => holds(term, texts) !== term.isNegated) ? [index] : [],
    );
    return matched.length === 0 ? NONE : matched;
  }
}

/** A path is compared with 32 characters of a pattern at once, see `matchesPath`. */
function weigh(term: FrameTerm): number {
  return term.of === 'path' || term.of === 'package'
    ? term.values.reduce((sum, { length }) => sum + Math.max(1, Math.ceil(length / 32)), 0)
    : term.values.length;
}

type Texts = Readonly<Record<FrameTerm['of'], readonly string[]>>;

/**
 * Rules can match a path in full or as the SDK shortened it, and a path or a function as it was
 * sent or as the event's page shows it.
 */
function toTexts(facts: FrameFacts): Texts {
  return {
    path: listTexts(...listPaths(facts.absPath), ...listPaths(facts.filename)).map(toMatchedPath),
    function: listTexts(facts.function, toCallName(facts)).map(toLowerAscii),
    module: listTexts(facts.module).map(toLowerAscii),
    package: listTexts(facts.package).map(toMatchedPath),
  };
}

/** Adds `app/src/cart.ts` and `src/cart.ts` to `app/./src/cart.ts`: version 0.2.0 wrote the first. */
function listPaths(path: string | undefined): readonly (string | undefined)[] {
  return path?.includes('/./') ? [path, path.replaceAll('/./', '/'), toShownPath(path)] : [path];
}

function listTexts(...texts: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(texts)].filter((text) => text !== undefined);
}

function holds(term: FrameTerm, texts: Texts): boolean {
  const ofFrame = texts[term.of];
  return term.of === 'path' || term.of === 'package'
    ? ofFrame.some((text) => term.values.some((glob) => matchesPath(text, glob)))
    : ofFrame.some((text) => term.values.some((pattern) => matchesLower(text, pattern)));
}

/** Contains every field that the matchers read. */
function toMemoKey(frame: JsonObject, language: Language): string {
  let key: string = language;
  for (const name of [
    'platform',
    'function',
    'symbol',
    'module',
    'package',
    'filename',
    'abs_path',
  ]) {
    key += `\0${readText(frame[name], Infinity) ?? ''}`;
  }
  return key;
}
