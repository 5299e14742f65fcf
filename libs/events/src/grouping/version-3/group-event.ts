import type { JsonObject } from '../../json/shape.ts';
import { SentEvent } from '../../reading/sent-event.ts';
import type { Language } from '../../reading/stack/language.ts';
import { EventReading } from '../version-2/event-reading.ts';
import { groupV2, type GroupingV2 } from '../version-2/group-event.ts';
import { rewriteText } from './text/rewrite-text.ts';

export interface GroupingV3 extends GroupingV2 {
  /** Whether version 2 has the same key, since it would read every text that counts alike. */
  readonly isAsBefore: boolean;
}

/**
 * How version 3 groups an event: as version 2 does, after texts were cleared of objects that programs print (ADR 118). Once
 * released, nothing that a key depends on may change.
 */
export function groupV3(
  event: JsonObject,
  reading = new EventReading(new SentEvent(event)),
): GroupingV3 {
  let isAsBefore = true;
  const rewrite = (text: string, language: Language): string => {
    const rewritten = rewriteText(text, language);
    if (rewritten !== text) isAsBefore = false;
    return rewritten;
  };
  const grouping = groupV2(event, reading.withTexts(rewrite));
  return { ...grouping, isAsBefore };
}
