import { describeGrouping, groupEvent, readSdkEvent, ruledOf } from '#events';
import type { EventInIssue } from '#persistence';
import { fitExplanation } from './fit-explanation.ts';
import type { GroupingProps } from './grouping.dto.ts';
import { sayParts } from './grouping-words.ts';
import { sayRules } from './say-rules.ts';

const NOT_KEPT =
  'The event was counted and not kept. What its key is made of went with it; other events of the issue can say.';
const OTHER_KEY =
  'The event counts under another key than the one below. Either an earlier version of Errata grouped the issue otherwise, or data of the event was erased after it came.';
const CROWDED =
  'The project made more new issues than its bound allows. This event shares an issue with others that have nothing in common with it. Below stands what the event would be grouped by alone.';

/** Why an event counts where it does. Reads the event again. */
export function explainGrouping({ payload, groupingKey, isCrowded }: EventInIssue): GroupingProps {
  if (!payload) return { summary: 'Grouped when it came', notes: [NOT_KEPT] };
  const event = readSdkEvent(payload.format, payload.json);
  const description = describeGrouping(event);
  const isRuled = ruledOf(event)?.fingerprint !== undefined;
  const isSame = groupEvent(event).keys[0]?.key === groupingKey;
  return {
    summary: isCrowded
      ? 'Not grouped: one of too many new issues at once'
      : `Grouped by ${sayParts(description, isRuled)}`,
    notes: [...sayRules(event), ...(isCrowded ? [CROWDED] : isSame ? [] : [OTHER_KEY])],
    explanation: fitExplanation(description),
  };
}
