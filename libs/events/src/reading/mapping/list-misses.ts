import type { FrameMapping, MissCause } from '#shared';
import type { JsonObject } from '../../json/shape.ts';
import type { Mapped } from '../../storing/mapped.ts';
import { listGeneratedFrames } from './generated-frames.ts';

export type FileMiss = FrameMapping & { readonly miss: MissCause };

const MAX_FILES = 10;

/**
 * Lists the distinct files whose source map is missing or wrong. Expects `event` as it was sent,
 * without original frames.
 */
export function listMisses(event: JsonObject, { stacks }: Mapped): readonly FileMiss[] {
  const generated = listGeneratedFrames(event);
  const files = new Map<string, FileMiss>();
  for (const [index, frames] of stacks.entries()) {
    for (const [at, frame] of frames.entries()) {
      const ran = generated[index]?.[at];
      if (!ran || !frame || !('miss' in frame)) continue;
      const { url, debugId } = ran;
      files.set(`${frame.miss} ${url} ${debugId ?? ''}`, {
        url,
        miss: frame.miss,
        ...(debugId === undefined ? {} : { debugId }),
      });
    }
  }
  return [...files.values()].slice(0, MAX_FILES);
}
