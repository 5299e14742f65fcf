import type { EventTitle } from '#shared';
import { groupEvent } from '../grouping/group-event.ts';
import { readColumns } from '../reading/read-columns.ts';
import { readTitle } from '../whole-event/read-title.ts';
import { toSdkEvent } from '../reading/to-sdk-event.ts';
import { readStoredEvent, type RuleEffects } from '../storing/stored-event.ts';
import type { GroupingRules } from './grouping-rules.ts';

/**
 * Effect of new rules on a stored event, compared with the rules that applied when the event
 * arrived.
 */
export type PreviewedRules =
  | { readonly kind: 'same' }
  | { readonly kind: 'ignored' }
  | {
      readonly kind: 'changed';
      /** Grouping keys under the new rules, newest first; absent when they stay the same. */
      readonly keys?: readonly string[] | undefined;
      readonly title: EventTitle;
      readonly isRenamed: boolean;
    };

/**
 * Tries rules on a stored event as it was sent. Undefined `rules` mean that the project has no
 * rules. Throws when `json` is not a stored event.
 */
export function previewRules(
  { json }: { readonly json: string },
  rules: GroupingRules | undefined,
): PreviewedRules {
  const { meta, event: stored } = readStoredEvent(json);
  const { mapped } = meta;
  const event = toSdkEvent(meta.source, stored, { mapped });
  const plain = readTitle(event);
  const { level, tags } = readColumns(event, meta);
  const ruled = rules?.judge(event, { level, tags, title: plain });
  if (ruled === 'ignored') return { kind: 'ignored' };
  if (JSON.stringify(ruled) === JSON.stringify(meta.ruled)) return { kind: 'same' };
  const changed = toSdkEvent(meta.source, stored, { mapped, ruled });
  const title = readTitle(changed);
  const now = readTitle(toSdkEvent(meta.source, stored, meta));
  const isRenamed = now.type !== title.type || now.value !== title.value;
  return {
    kind: 'changed',
    keys: haveSameKey(ruled, meta.ruled)
      ? undefined
      : groupEvent(changed).keys.map(({ key }) => key),
    title,
    isRenamed,
  };
}

function haveSameKey(one: RuleEffects | undefined, other: RuleEffects | undefined): boolean {
  const [own, others] = [one, other].map((ruled) =>
    JSON.stringify([ruled?.fingerprint?.parts, ruled?.app?.stacks]),
  );
  return own === others;
}
