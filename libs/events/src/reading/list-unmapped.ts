import { readStoredEvent } from '../storing/stored-event.ts';
import { toSdkEvent } from './to-sdk-event.ts';
import { type FileMiss, listMisses } from './mapping/list-misses.ts';
import { mapEvent } from './mapping/map-event.ts';

/**
 * Lists the distinct files of a stored event that could have a source map. Throws when `json` is
 * not a stored event.
 */
export function listUnmapped(json: string): readonly FileMiss[] {
  const { meta, event } = readStoredEvent(json);
  const sent = toSdkEvent(meta.source, event);
  const mapped = mapEvent(sent, () => ({ miss: 'no_file' }));
  return mapped ? listMisses(sent, mapped) : [];
}
