import { describeGrouping, type JsonObject, readRuleEffects } from '#events';
import type { EventInIssue } from '#product/recording/storage';
import { cutExplanation } from './cut-explanation.ts';
import type { GroupingProps } from './grouping.dto.ts';
import { groupStored } from './group-stored.ts';
import { sayParts } from './grouping-words.ts';

const MOST_NAMED = 3;

const NOT_KEPT =
  'Errata counted this event without storing it, so its grouping key cannot be explained. Look at another event of this issue.';
const OTHER_KEY =
  'This event has another grouping key than the one below. Either an older version of Errata grouped the issue differently, or data of the event was erased later.';
const OLD_KEY =
  'An earlier version of Errata made this issue, and by the grouping key of that version the event belongs to it. Below is how this version groups the event.';
const CROWDED =
  'The project made more new issues than its bound allows, so this event shares an issue with unrelated events. Below is the event’s normal grouping.';

/**
 * Groups the stored event again to explain its issue. A note says when the new grouping key differs
 * from the key that the event got on arrival.
 */
export function explainGrouping({ payload, groupingKey, isCrowded }: EventInIssue): GroupingProps {
  if (!payload) return { summary: 'Grouped when it came', notes: [NOT_KEPT] };
  const { reading, grouping } = groupStored(payload);
  const { event } = reading;
  const description = describeGrouping(event, reading);
  const isRuled = readRuleEffects(event)?.fingerprint !== undefined;
  const at = grouping.keys.findIndex(({ key }) => key === groupingKey);
  const told = at === -1 ? [OTHER_KEY] : at === 0 ? [] : [OLD_KEY];
  return {
    summary: isCrowded
      ? 'Not grouped: one of too many new issues at once'
      : `Grouped by ${sayParts(description, isRuled)}`,
    notes: [...sayRules(event), ...(isCrowded ? [CROWDED] : told)],
    explanation: cutExplanation(description),
  };
}

/**
 * Says which grouping rules acted on the event when it arrived. The project may have other rules by
 * now.
 */
function sayRules(event: JsonObject): readonly string[] {
  const { fingerprint, title, app } = readRuleEffects(event) ?? {};
  const left = (app?.rules.length ?? 0) - MOST_NAMED;
  return [
    ...(fingerprint
      ? [`A grouping rule of the project set the fingerprint: ${fingerprint.rule}`]
      : []),
    ...(app?.rules.slice(0, MOST_NAMED) ?? []).map(
      (rule) =>
        `A grouping rule of the project set which frames are the application’s own: ${rule}`,
    ),
    ...(left > 0 ? [`${left} more grouping rules did the same for other frames.`] : []),
    ...(title ? [`A grouping rule of the project set the title of the event: ${title.rule}`] : []),
  ];
}
