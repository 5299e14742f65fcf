import type { FrameMapping, NormalisedEvent } from '#shared';
import type { MissedFile } from './explain-miss.ts';
import { readsDebugIds } from './reads-debug-ids.ts';

type Missed = Pick<MissedFile, 'miss' | 'url' | 'debugId'>;

const MAX_FILES = 10;

/**
 * Returns each file of an event that has no map, a wrong map, or a map without code. `listUnmapped`
 * returns the files of an event that came before its project's first upload.
 */
export function listMissedFiles(
  event: NormalisedEvent,
  listUnmapped: () => readonly Missed[],
): readonly MissedFile[] {
  const { release, dist, sdk } = event;
  const files = event.mapping ? [...listMapped(event)] : listUnmapped();
  return files.slice(0, MAX_FILES).map(({ miss, url, debugId }) => ({
    miss,
    url,
    debugId,
    release,
    dist,
    isOfOldSdk: sdk && !readsDebugIds(sdk) ? (true as const) : undefined,
  }));
}

function listMapped({ exceptions, stack = [], threads = [] }: NormalisedEvent): Iterable<Missed> {
  const files = new Map<string, Missed>();
  const frames = [...exceptions, ...threads].flatMap((each) => each.frames).concat(stack);
  const withCode = new Set(
    frames.flatMap(({ mapping, contextLine }) =>
      mapping && contextLine !== undefined ? [toName(mapping)] : [],
    ),
  );
  for (const { mapping, inApp } of frames) {
    if (!mapping) continue;
    const hasCode = !inApp || withCode.has(toName(mapping));
    const { url, debugId, miss = hasCode ? undefined : 'no_code' } = mapping;
    if (!miss) continue;
    files.set(`${miss} ${toName(mapping)}`, {
      miss,
      url,
      debugId,
    });
  }
  return files.values();
}

function toName({ url, debugId }: FrameMapping): string {
  return `${url} ${debugId ?? ''}`;
}
