import { type JsonObject, readArray, readObject } from '../../json/shape.ts';
import { mayBeOwn } from '../../reading/stack/in-app.ts';
import { foldLoops, type StackTraits } from './fold-loops.ts';
import { type FramesOf, type JudgedFrame, judgeFrame } from './judge-frame.ts';

const MAX_FRAMES = 250;
export const MAX_LIBRARY_FRAMES = 30;

/** A stack whose frames are judged when they are first asked for: most are libraries', which mostly do not matter. */
export class Stack {
  private own: readonly JudgedFrame[] | undefined;

  constructor(
    readonly frames: readonly JsonObject[],
    private readonly of: FramesOf,
  ) {}

  /** The application's frames that tell something, outermost call first. */
  listOwn(): readonly JudgedFrame[] {
    this.own ??= this.frames
      .filter(mayBeOwn)
      .map((frame) => judgeFrame(frame, this.of))
      .filter(({ inApp, flaw }) => inApp && flaw === undefined);
    return this.own;
  }

  /**
   * Those of libraries too, as far as they are near to what failed: SDKs cut long stacks, so that a filter more in a server
   * would change where a stack begins.
   */
  listAll(): readonly JudgedFrame[] {
    const telling = this.listJudged().filter(({ flaw }) => flaw === undefined);
    return telling.slice(-MAX_LIBRARY_FRAMES);
  }

  /** Without frames, or with such alone as say nothing but which bundle they are of. */
  isMute(): boolean {
    const own = this.listOwn();
    return !(own.length > 0 ? own : this.listAll()).some(({ speaks }) => speaks);
  }

  get isShort(): boolean {
    return this.of.language === 'node' || this.of.language === 'browser';
  }

  /** All of them, with what is the matter with each. */
  listJudged(): readonly JudgedFrame[] {
    return this.frames.map((frame) => judgeFrame(frame, this.of));
  }
}

/** The stack of a `stacktrace` attribute; of too many frames the first and the last. */
export function readStack(stacktrace: unknown, of: FramesOf): Stack {
  const frames = (readArray(readObject(stacktrace)?.['frames']) ?? [])
    .map(readObject)
    .filter((frame) => frame !== undefined);
  const half = MAX_FRAMES / 2;
  const isLong = frames.length > MAX_FRAMES;
  return new Stack(isLong ? [...frames.slice(0, half), ...frames.slice(-half)] : frames, of);
}

/**
 * What frames tell, by call: those that say nothing but their bundle are left out where others say more. Runs of one frame
 * and recursions count once.
 */
export function foldCalls(
  frames: readonly JudgedFrame[],
  traits: StackTraits,
): ReadonlyMap<string, string> {
  return foldLoops(
    frames.filter(({ speaks }) => speaks),
    traits,
  );
}

export function toCalls(frames: readonly JudgedFrame[], traits: StackTraits): readonly string[] {
  return [...foldCalls(frames, traits).values()];
}
