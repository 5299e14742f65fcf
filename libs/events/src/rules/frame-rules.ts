import { type FrameTerm, matchesPath, matchesPattern, ruleLimits, toMatchedPath } from '#shared';
import { type JsonObject, readArray, readObject } from '../json/shape.ts';
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
}

const NONE: readonly number[] = [];
const MAX_KNOWN = 6000;
const MAX_KNOWN_LENGTH = 600;
/** Assumed length of a frame when one of its fields is no text. */
const STRANGE_LENGTH = 2048;

export class FrameRules {
  private readonly known = new Map<string, readonly number[]>();

  constructor(private readonly matchers: readonly FrameMatcher[]) {}

  match(event: JsonObject, language: Language): FrameMatches {
    const counts = this.matchers.map(() => 0);
    const matched: MatchedFrame[] = [];
    let [total, left] = [0, ruleLimits.frameCharacters];
    for (const [stack, { frames }] of listStacks(event).entries()) {
      const sent = readArray(frames) ?? [];
      for (let place = 0; place < sent.length && total < ruleLimits.frames; place += 1) {
        const frame = readObject(sent[sent.length - 1 - place]);
        if (!frame) continue;
        const key = toMemoKey(frame, language);
        left -= key?.length ?? STRANGE_LENGTH;
        if (left < 0) return { frames: matched, counts, total };
        total += 1;
        const matchers = this.recall(frame, { key, language });
        if (matchers.length === 0) continue;
        matched.push({ frame, stack, place, matchers });
        for (const index of matchers) counts[index]! += 1;
      }
    }
    return { frames: matched, counts, total };
  }

  private recall(
    frame: JsonObject,
    { key, language }: { readonly key: string | undefined; readonly language: Language },
  ): readonly number[] {
    const found = key === undefined ? undefined : this.known.get(key);
    if (found) return found;
    const matchers = this.matchFrame(readFrameFacts(frame, language));
    if (key === undefined || key.length > MAX_KNOWN_LENGTH) return matchers;
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

type Texts = Readonly<Record<FrameTerm['of'], readonly string[]>>;

/**
 * Rules can match a path in full or as the SDK shortened it, and a path or a function as it was
 * sent or as the event's page shows it.
 */
function toTexts(facts: FrameFacts): Texts {
  return {
    path: listTexts(...listPaths(facts.absPath), ...listPaths(facts.filename)).map(toMatchedPath),
    function: listTexts(facts.function, toCallName(facts)),
    module: listTexts(facts.module),
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
    : ofFrame.some((text) => term.values.some((pattern) => matchesPattern(text, pattern)));
}

/** Contains every field that the matchers read. Returns undefined when a field is no text. */
function toMemoKey(frame: JsonObject, language: Language): string | undefined {
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
    const value = frame[name] ?? '';
    if (typeof value !== 'string') return undefined;
    key += `\0${value}`;
  }
  return key;
}
