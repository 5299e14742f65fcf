import { type JsonObject, readArray, readObject } from '../../json/shape.ts';
import { canBeInApp } from '../../reading/stack/in-app.ts';
import { foldLoops, type StackTraits } from './fold-loops.ts';
import {
  type FrameContext,
  type JudgedFrame,
  judgeFrame,
  placeFrame,
  type RecalledCall,
  recallCall,
} from './judge-frame.ts';
import { findCommonFolder } from './program-path.ts';
import { toStableFile } from './stable-path.ts';

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
    private readonly recalled: (RecalledCall | undefined)[],
  ) {}

  listOwn(): readonly JudgedFrame[] {
    if (this.own) return this.own;
    const own: JudgedFrame[] = [];
    for (let at = 0; at < this.frames.length; at += 1) {
      const judged = canBeInApp(this.frames[at]!) ? this.judge(at) : undefined;
      if (judged && isOwn(judged)) own.push(judged);
    }
    this.own = this.placeAll(own);
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

  /** True when a call of the application tells errors apart. */
  tellsPlace(): boolean {
    return this.listOwn().some(({ tells }) => tells);
  }

  get isShort(): boolean {
    return this.of.language === 'node' || this.of.language === 'browser';
  }

  listJudged(): readonly JudgedFrame[] {
    return this.placeAll(this.frames.map((_, at) => this.judge(at)));
  }

  private judge(at: number): JudgedFrame {
    const frame = this.frames[at]!;
    const recalled = (this.recalled[at] ??= recallCall(frame, this.of.language));
    return judgeFrame(frame, this.of, recalled);
  }

  /**
   * Names files by their path below the folder that the application's own files have in common,
   * where nothing else tells where the application begins.
   */
  private placeAll(frames: readonly JudgedFrame[]): readonly JudgedFrame[] {
    if (!frames.some((frame) => frame.whole !== undefined)) return frames;
    const whole = new Set(frames.flatMap((frame) => (isOwn(frame) ? (frame.whole ?? []) : [])));
    if (whole.size < 2) return frames;
    const folder = findCommonFolder([...whole]);
    if (folder.length < 2) return frames;
    return frames.map((frame) =>
      frame.whole !== undefined && isOwn(frame)
        ? placeFrame(frame, toStableFile(frame.whole.slice(folder.length)))
        : frame,
    );
  }
}

function isOwn({ inApp, flaw }: JudgedFrame): boolean {
  return inApp && flaw === undefined;
}

/**
 * Reads a `stacktrace` attribute. When there are more than `MAX_FRAMES`, leaves out frames in the
 * middle.
 */
export function readStack(
  stacktrace: unknown,
  of: FrameContext & { readonly recalled: Map<unknown, (RecalledCall | undefined)[]> },
): Stack {
  const frames = (readArray(readObject(stacktrace)?.['frames']) ?? [])
    .map(readObject)
    .filter((frame) => frame !== undefined);
  const half = MAX_FRAMES / 2;
  const isLong = frames.length > MAX_FRAMES;
  const kept = isLong ? [...frames.slice(0, half), ...frames.slice(-half)] : frames;
  const recalled = of.recalled.get(stacktrace) ?? [];
  of.recalled.set(stacktrace, recalled);
  return new Stack(kept, of, recalled);
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
