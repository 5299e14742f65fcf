import type { EventTitle } from '#shared';
import { groupEvent } from '../grouping/group-event.ts';
import { readColumns } from '../reading/read-columns.ts';
import { readTitle } from '../whole-event/read-title.ts';
import { toSdkEvent } from '../reading/to-sdk-event.ts';
import { readStoredEvent, type Ruled } from '../storing/stored-event.ts';
import type { GroupingRules } from './grouping-rules.ts';

/** What rules would do with a stored event, and those that it came by did not. */
export type Trial =
  | { readonly kind: 'same' }
  | { readonly kind: 'ignored' }
  | {
      readonly kind: 'changed';
      /** By which its issue is found. Absent where rules group it as before. */
      readonly key?: string | undefined;
      readonly title: EventTitle;
      /** Whether it is called otherwise than now. */
      readonly isRenamed: boolean;
    };

/** Tries rules on a stored event as it was sent; without any, what it would be without rules. Throws when the text is no payload. */
export function tryRules(
  { json }: { readonly json: string },
  rules: GroupingRules | undefined,
): Trial {
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
    key: isAlike(ruled, meta.ruled) ? undefined : groupEvent(changed).keys[0]?.key,
    title,
    isRenamed,
  };
}

/** Whether two rulings give an event the same keys. */
function isAlike(one: Ruled | undefined, other: Ruled | undefined): boolean {
  const [own, others] = [one, other].map((ruled) =>
    JSON.stringify([ruled?.fingerprint?.parts, ruled?.app?.stacks]),
  );
  return own === others;
}
