import { type JsonObject, readArray, readObject } from '../../json/shape.ts';
import { noteMapping } from '../stack/frame-mapping.ts';
import { type GeneratedFrame, listGeneratedFrames } from './generated-frames.ts';
import { listStacks } from '../list-stacks.ts';
import { replaceStacks } from '../replace-stacks.ts';
import { isMapped, type Mapped, type MappedFrame, type MissedFrame } from '../../storing/mapped.ts';

const IN_LIBRARY = /(?:^|\/)node_modules\/|^webpack\/(?:bootstrap|runtime)/;

/** Returns a copy of the event whose frames have their original places. */
export function withMapped(event: JsonObject, mapped: Mapped): JsonObject {
  const changed = new Map<unknown, JsonObject>();
  const generated = listGeneratedFrames(event);
  for (const [index, stack] of listStacks(event).entries()) {
    const frames = mapped.stacks[index];
    if (!frames?.some((frame) => frame !== null)) continue;
    changed.set(stack, toChanged(stack, { frames, ran: generated[index] ?? [], ...mapped }));
  }
  return changed.size > 0 ? (replaceStacks(event, changed) as JsonObject) : event;
}

interface MappedStack {
  readonly frames: readonly (MappedFrame | MissedFrame | null)[];
  readonly ran: readonly (GeneratedFrame | undefined)[];
  readonly files: Mapped['files'];
}

function toChanged(stack: JsonObject, { frames: mapped, ran, files }: MappedStack): JsonObject {
  const frames = readArray(stack['frames']) ?? [];
  const first = frames.length - mapped.length;
  return {
    ...stack,
    frames: frames.map((sent, index) => {
      const original = mapped[index - first];
      const frame = readObject(sent);
      if (!frame || !original) return sent;
      if (isMapped(original)) {
        return noteMapping(toOriginal(frame, original), files[original.file] ?? { url: '' });
      }
      const { url = '', debugId } = ran[index - first] ?? {};
      return noteMapping(frame, { url, ...(debugId && { debugId }), ...original });
    }),
  };
}

function toOriginal(frame: JsonObject, original: MappedFrame): JsonObject {
  const { module: _, context_line: _line, pre_context: _pre, post_context: _post, ...rest } = frame;
  const { source, line, column, name, isLibrary, context } = original;
  return {
    ...rest,
    filename: source,
    abs_path: source,
    lineno: line,
    colno: column,
    function: name,
    in_app: !isLibrary && !IN_LIBRARY.test(source),
    ...(context
      ? { context_line: context.line, pre_context: context.before, post_context: context.after }
      : {}),
  };
}
