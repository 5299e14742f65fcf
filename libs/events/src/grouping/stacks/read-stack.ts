import { type JsonObject, readArray, readObject } from '../../json/shape.ts';
import { canBeInApp } from '../../reading/stack/in-app.ts';
import { foldLoops, type StackTraits } from './fold-loops.ts';
import { type FrameContext, type JudgedFrame, judgeFrame } from './judge-frame.ts';

const MAX_FRAMES = 250;
export const MAX_LIBRARY_FRAMES = 30;

/**
 * Examines its frames only on demand, because most frames belong to libraries and rarely matter.
 */
export class Stack {
  private own: readonly JudgedFrame[] | undefined;

  constructor(
    readonly frames: readonly JsonObject[],
    private readonly of: FrameContext,
  ) {}

  listOwn(): readonly JudgedFrame[] {
    this.own ??= this.frames
      .filter(canBeInApp)
      .map((frame) => judgeFrame(frame, this.of))
      .filter(({ inApp, flaw }) => inApp && flaw === undefined);
    return this.own;
  }

  /**
   * Lists frames of the application and of libraries, but only the `MAX_LIBRARY_FRAMES` nearest to
   * the failure. SDKs cut long stacks. Without this limit, one more call inside a web server would
   * change the outermost frame, and thereby the grouping key.
   */
  listAll(): readonly JudgedFrame[] {
    const telling = this.listJudged().filter(({ flaw }) => flaw === undefined);
    return telling.slice(-MAX_LIBRARY_FRAMES);
  }

  /**
   * True when the stack has no frames, or only frames that name nothing but their bundle or image.
   */
  namesNoCall(): boolean {
    const own = this.listOwn();
    return !(own.length > 0 ? own : this.listAll()).some(({ namesCall }) => namesCall);
  }

  get isShort(): boolean {
    return this.of.language === 'node' || this.of.language === 'browser';
  }

  listJudged(): readonly JudgedFrame[] {
    return this.frames.map((frame) => judgeFrame(frame, this.of));
  }
}

/**
 * Reads a `stacktrace` attribute. When there are more than `MAX_FRAMES`, leaves out frames in the
 * middle.
 */
export function readStack(stacktrace: unknown, of: FrameContext): Stack {
  const frames = (readArray(readObject(stacktrace)?.['frames']) ?? [])
    .map(readObject)
    .filter((frame) => frame !== undefined);
  const half = MAX_FRAMES / 2;
  const isLong = frames.length > MAX_FRAMES;
  return new Stack(isLong ? [...frames.slice(0, half), ...frames.slice(-half)] : frames, of);
}

/**
 * Maps each call that enters the grouping key to its text. Drops frames that name only their
 * bundle. Repeated calls and recursions appear once.
 */
export function foldCalls(
  frames: readonly JudgedFrame[],
  traits: StackTraits,
): ReadonlyMap<string, string> {
  return foldLoops(
    frames.filter(({ namesCall }) => namesCall),
    traits,
  );
}

export function toCalls(frames: readonly JudgedFrame[], traits: StackTraits): readonly string[] {
  return [...foldCalls(frames, traits).values()];
}
