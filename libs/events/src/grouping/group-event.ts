import type { JsonObject } from '../json/shape.ts';
import { SentEvent } from '../reading/sent-event.ts';
import { ruledOf } from '../rules/ruled.ts';
import type { GroupingDescription } from './description.ts';
import { type LookAlikeKeys, toLookAlikeKeys } from './look-alikes.ts';
import { describeV1 } from './version-1/describe-event.ts';
import { groupV1 } from './version-1/group-event.ts';
import { EventReading } from './version-2/event-reading.ts';
import { groupV2, type GroupingV2 } from './version-2/group-event.ts';
import { groupV3 } from './version-3/group-event.ts';

/** Of the versions of grouping there are. */
export const NEWEST_GROUPING = 3;

export interface EventGrouping {
  /** By each version, newest first. A version that has the key of a newer one is left out. */
  readonly keys: readonly { readonly version: number; readonly key: string }[];
  readonly lookAlikes: LookAlikeKeys;
}

/** What an event that has the form in which SDKs send events is grouped by, and what it looks like. */
export function groupEvent(event: JsonObject, sent = new SentEvent(event)): EventGrouping {
  const reading = new EventReading(sent);
  const newest = groupV3(event, reading);
  const lookAlikes = toLookAlikeKeys(reading);
  const { fingerprint, app } = ruledOf(event) ?? {};
  // By a key of an older version the event would stay where it was without the rule.
  if (fingerprint || app) return { keys: [{ version: 3, key: newest.key }], lookAlikes };
  return {
    keys: [
      { version: 3, key: newest.key },
      ...(newest.isAsBefore ? [] : listBefore(newest.key, groupV2(event, reading))),
      { version: 1, key: groupV1(event) },
    ],
    lookAlikes,
  };
}

/** A text that was rewritten may be read alike after all, as JSON with literals in it is. */
function listBefore(newest: string, { key }: GroupingV2): EventGrouping['keys'] {
  return key === newest ? [] : [{ version: 2, key }];
}

/** What a version makes of an event; undefined for a version that there is not. */
export function describeGrouping(
  event: JsonObject,
  version: number,
): GroupingDescription | undefined {
  if (version === 3) return groupV3(event).describe();
  if (version === 2) return groupV2(event).describe();
  return version === 1 ? describeV1(event) : undefined;
}
