import { findOwn } from '#shared';
import type { EntryTexts } from '#product/people/audit/rules';

const RAISES = 'what raises it';

const ASPECTS: Readonly<Record<string, string>> = {
  name: 'its name',
  onNew: RAISES,
  onRegressed: RAISES,
  onUnmuted: RAISES,
  onFeedback: RAISES,
  crashFree: RAISES,
  events: RAISES,
  users: RAISES,
  condition: 'its condition',
  environments: 'its environments',
  pauseMinutes: 'its pause',
  onOver: 'whether it tells that issues are over',
  toMembers: 'mail to the members',
  channels: 'its channels',
  isEnabled: 'whether it is on',
};

export function tellAlertChange({ target, project, ...told }: EntryTexts): string {
  const [before, after] = [toRecord(told.before), toRecord(told.after)];
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  const alert = `the alert ${target} of ${project}`;
  if (fields.length === 1 && fields[0] === 'isEnabled') {
    return `switched ${alert} ${after['isEnabled'] === true ? 'on' : 'off'}`;
  }
  const aspects = [...new Set(fields.map((field) => findOwn(ASPECTS, field) ?? field))];
  const which = aspects.length === 0 ? '' : `: ${new Intl.ListFormat('en').format(aspects)}`;
  return `changed ${alert}${which}`;
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
