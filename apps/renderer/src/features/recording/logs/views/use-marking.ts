import { useRef, useState } from 'react';
import type { HTMLAttributes, KeyboardEvent, MouseEvent, PointerEvent } from 'react';

/** Pixels that a pointer may move within a click. */
const STEADY = 4;

/** Buckets that a person marks, the last one included. */
export interface Marked {
  readonly first: number;
  readonly last: number;
}

interface Pressed {
  readonly x: number;
  readonly bucket: number;
  readonly isMouse: boolean;
  isDragged: boolean;
}

type Handlers = Pick<
  HTMLAttributes<HTMLElement>,
  | 'onBlur'
  | 'onClickCapture'
  | 'onKeyDownCapture'
  | 'onPointerCancel'
  | 'onPointerDown'
  | 'onPointerMove'
  | 'onPointerUp'
>;

/**
 * Marks a row of equally wide buckets by dragging over their element or by the arrow keys, and
 * opens them. A mouse that clicks opens one bucket; a finger follows the link under it.
 */
export function useMarking(
  buckets: number,
  onOpen: (marked: Marked) => void,
): Handlers & { readonly marked: Marked | undefined } {
  const [ends, setEnds] = useState<{ readonly anchor: number; readonly end: number }>();
  const pressed = useRef<Pressed | undefined>(undefined);
  const toBucket = ({ clientX, currentTarget }: MouseEvent): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return clamp(Math.floor(((clientX - left) / width) * buckets), buckets);
  };
  const clear = (): void => setEnds(undefined);
  const open = (anchor: number, end: number): void => {
    clear();
    onOpen({ first: Math.min(anchor, end), last: Math.max(anchor, end) });
  };
  return {
    marked: ends && {
      first: Math.min(ends.anchor, ends.end),
      last: Math.max(ends.anchor, ends.end),
    },
    onBlur: clear,
    onPointerCancel() {
      pressed.current = undefined;
      clear();
    },
    onPointerDown(event: PointerEvent) {
      const { clientX: x, button, pointerType } = event;
      const isMouse = pointerType === 'mouse';
      const isPressed = button === 0 && isPlain(event);
      pressed.current = isPressed
        ? { x, bucket: toBucket(event), isMouse, isDragged: false }
        : undefined;
    },
    onPointerMove(event: PointerEvent) {
      const from = pressed.current;
      if (!from || event.buttons === 0) return;
      if (!from.isDragged && Math.abs(event.clientX - from.x) <= STEADY) return;
      from.isDragged = true;
      // From here on, the pointer may leave the picture.
      event.currentTarget.setPointerCapture(event.pointerId);
      setEnds({ anchor: from.bucket, end: toBucket(event) });
    },
    onPointerUp(event: PointerEvent) {
      if (pressed.current?.isDragged) open(pressed.current.bucket, toBucket(event));
    },
    onClickCapture(event: MouseEvent) {
      const from = pressed.current;
      pressed.current = undefined;
      if (!from?.isDragged && !from?.isMouse) return;
      event.preventDefault();
      event.stopPropagation();
      if (!from.isDragged) open(from.bucket, from.bucket);
    },
    onKeyDownCapture(event: KeyboardEvent) {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (by !== undefined) {
        const end = clamp((ends?.end ?? (by < 0 ? buckets : -1)) + by, buckets);
        setEnds({ anchor: event.shiftKey && ends ? ends.anchor : end, end });
      } else if (event.key === 'Enter' && ends) open(ends.anchor, ends.end);
      else if (event.key === 'Escape' && ends) clear();
      else return;
      event.preventDefault();
    },
  };
}

function clamp(bucket: number, buckets: number): number {
  return Math.min(Math.max(bucket, 0), buckets - 1);
}

function isPlain({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return !(ctrlKey || metaKey || shiftKey || altKey);
}
