import type { AddressChoice, PrivacyRules } from '#shared';
import { boundLimits, outcomeLimits, reportLimits } from '#shared';
import { formatBytes } from '#shared';

const DAY_MS = 86_400_000;

export function describeKept(days: number): string[] {
  const { wholeEventsPerHour } = boundLimits;
  const { keptEventBytes, attachmentsPerEvent } = reportLimits;
  return [
    'Errata keeps errors, messages and policy violations as they were sent, with their files and feedback.',
    `An event is shortened to ${formatBytes(keptEventBytes)}, and has at most ${attachmentsPerEvent} files. The event notes what was cut.`,
    `Errata keeps ${wholeEventsPerHour} events of each issue an hour whole (WHOLE_EVENTS_PER_HOUR changes that), and the first of each release and environment. Each other event counts, and leaves one line.`,
    describeRetention(days),
    `Hourly counts of all outcomes are kept for ${outcomeLimits.hoursKeptMs / DAY_MS} days.`,
  ];
}

function describeRetention(days: number): string {
  return `Events, their files, users and addresses are kept for ${days} days. When room is needed, the oldest are thinned earlier. Issues stay, with their counts and bars, until somebody deletes them.`;
}

const ADDRESSES: Readonly<Record<AddressChoice, string>> = {
  shorten: 'Network addresses of people are shortened.',
  keep: 'Network addresses of people are kept whole.',
  drop: 'Network addresses of people are not kept.',
};

export function describeHidden(rules: PrivacyRules): string[] {
  const { secretNames, safeNames, openPaths, hidesMail, hidesIban, addresses } = rules;
  const also = [hidesMail && 'mail addresses', hidesIban && 'account numbers (IBAN)'];
  const named = [...also.filter(Boolean), ...secretNames].join(', ');
  const shown = [...safeNames, ...openPaths].join(', ');
  return [
    'Before Errata stores an event, it replaces secrets such as passwords, tokens, cookies, keys and card numbers. It knows them by field name and by form, in every field, header, address and text.',
    ...(named === '' ? [] : [`This project also hides: ${named}.`]),
    ...(shown === '' ? [] : [`This project leaves unchanged: ${shown}.`]),
    ADDRESSES[addresses],
    'The event notes what Errata hid. To send less, set sendDefaultPii or dataCollection in the SDK.',
  ];
}
