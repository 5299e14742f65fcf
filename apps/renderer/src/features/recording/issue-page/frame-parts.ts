import { listFrames, mapFrames } from '#shared';
import type { NormalisedEvent, PartData, StackFrame } from '#shared';

/** Props of a part at each frame, by the frame's `index`. */
export type FrameParts<Props> = Readonly<Record<number, Props>>;

/** Gives each frame of an event an index, which it keeps when the page cuts the event. */
export function numberFrames(event: NormalisedEvent): NormalisedEvent {
  let next = 0;
  return mapFrames(event, (frame) => ({ ...frame, index: next++ }));
}

/** Returns undefined when no frame has a value. */
export function toFrameParts<Value, Props>(
  values: ReadonlyMap<StackFrame, Value>,
  toProps: (value: Value) => Props,
): FrameParts<Props> | undefined {
  if (values.size === 0) return undefined;
  return Object.fromEntries(
    [...values].flatMap(([{ index }, value]) =>
      index === undefined ? [] : [[index, toProps(value)]],
    ),
  );
}

/**
 * Names the parts of frames by the place of their frame in `listFrames`, which the view knows as
 * well. Sending the indexes would take more bytes.
 */
export function placeFrameParts(
  event: NormalisedEvent,
  parts: readonly PartData[],
): { readonly event: NormalisedEvent; readonly parts: readonly PartData[] } {
  const indexes = listFrames(event).map(({ index = -1 }) => index);
  return {
    event: mapFrames(event, ({ index: _index, ...frame }) => frame),
    parts: parts.map((part) => {
      if (!part.isOfEach) return part;
      const data = place(indexes, part.data);
      // Prevents an unhandled rejection when the part fails before the platform awaits it.
      data.catch(() => undefined);
      return { ...part, data };
    }),
  };
}

async function place(
  indexes: readonly number[],
  data: unknown,
): Promise<FrameParts<unknown> | undefined> {
  const props = (await data) as FrameParts<unknown> | undefined;
  if (!props) return undefined;
  const placed = indexes.map((index, at) => [at, props[index]] as const);
  return Object.fromEntries(placed.filter(([, each]) => each !== undefined));
}
