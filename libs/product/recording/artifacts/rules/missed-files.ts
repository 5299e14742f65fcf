import type { NormalisedEvent } from '#shared';
import type { MissedFile } from './explain-miss.ts';

/** One event explains ten files at most. */
const MOST = 10;

/** The files of an event that have no map, or a wrong one: each once. */
export function listMissedFiles(event: NormalisedEvent): readonly MissedFile[] {
  const { release, dist, exceptions, stack = [], threads = [] } = event;
  const files = new Map<string, MissedFile>();
  const frames = [...exceptions, ...threads].flatMap((each) => each.frames).concat(stack);
  for (const { mapping } of frames) {
    if (!mapping?.miss) continue;
    const { url, debugId, miss } = mapping;
    files.set(`${miss} ${url} ${debugId ?? ''}`, {
      miss,
      url,
      ...(debugId === undefined ? {} : { debugId }),
      ...(release === undefined ? {} : { release }),
      ...(dist === undefined ? {} : { dist }),
    });
  }
  return [...files.values()].slice(0, MOST);
}
