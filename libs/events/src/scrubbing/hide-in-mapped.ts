import type { HideInText } from './hidden.ts';
import type { Hiding } from './hiding.ts';
import { isMapped, type Mapped } from '../storing/mapped.ts';

/** Returns a copy without the secrets in lines of source, which source maps brought. */
export function hideInMapped(mapped: Mapped, hiding: Pick<Hiding, 'texts'>): Mapped {
  const lines = mapped.stacks.flat().flatMap((frame) => {
    const context = isMapped(frame) ? frame.context : undefined;
    return context ? [...context.before, context.line, ...context.after] : [];
  });
  const hide = hiding.texts.chooseInCode(lines.join('\n'));
  return hide
    ? { ...mapped, stacks: mapped.stacks.map((stack) => hideInStack(stack, hide)) }
    : mapped;
}

function hideInStack(frames: Mapped['stacks'][number], hide: HideInText): Mapped['stacks'][number] {
  const hideLine = (line: string) => hide(line, () => undefined);
  return frames.map((frame) => {
    if (!isMapped(frame) || !frame.context) return frame;
    const { before, line, after } = frame.context;
    const context = {
      before: before.map(hideLine),
      line: hideLine(line),
      after: after.map(hideLine),
    };
    return { ...frame, context };
  });
}
