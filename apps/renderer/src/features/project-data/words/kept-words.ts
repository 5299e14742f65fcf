import type { AddressChoice, PrivacyRules } from '#shared';
import { boundLimits, outcomeLimits, reportLimits } from '#shared';
import { formatBytes } from '#shared';

const DAY_MS = 86_400_000;

/** What is kept of what comes, and for how many days: in sentences. */
export function describeKept(days: number): string[] {
  const { wholeEventsPerHour } = boundLimits;
  const { keptEventBytes, attachmentsPerEvent } = reportLimits;
  return [
    'Errors, messages and violated policies are kept as they were sent, and so are the files and the feedback that belong to them.',
    `An event is shortened to ${formatBytes(keptEventBytes)}, and has at most ${attachmentsPerEvent} files. What was cut is noted on it.`,
    `Of an issue, ${wholeEventsPerHour} events of an hour are kept whole, unless WHOLE_EVENTS_PER_HOUR says otherwise, and the first of each release and environment. The others count, and leave a line each.`,
    describeRetention(days),
    `Counts of what became of everything are kept by the hour for ${outcomeLimits.hoursKeptMs / DAY_MS} days.`,
  ];
}

/** How long events last. The one place that says it. */
function describeRetention(days: number): string {
  return `Events, their files, users and addresses are kept for ${days} days. Where room is needed the oldest are thinned before that. Issues stay, with their counts and bars, until somebody deletes them.`;
}

const ADDRESSES: Readonly<Record<AddressChoice, string>> = {
  shorten: 'Network addresses of people are shortened.',
  keep: 'Network addresses of people are kept whole.',
  drop: 'Network addresses of people are not kept.',
};

/** What is taken out before anything is stored. The one place that says it. */
export function describeHidden(rules: PrivacyRules): string[] {
  const { secretNames, safeNames, openPaths, hidesMail, hidesIban, addresses } = rules;
  const also = [hidesMail && 'mail addresses', hidesIban && 'account numbers (IBAN)'];
  const named = [...also.filter(Boolean), ...secretNames].join(', ');
  const shown = [...safeNames, ...openPaths].join(', ');
  return [
    'Before an event is stored, secrets are replaced, by the names of their fields and by their form: passwords, tokens, cookies, keys, card numbers and the like, in every field, in headers, in addresses and in text.',
    ...(named === '' ? [] : [`This project hides as well: ${named}.`]),
    ...(shown === '' ? [] : [`It leaves as they are: ${shown}.`]),
    ADDRESSES[addresses],
    'What was taken out is noted on the event. The SDK sends less where it is told to (sendDefaultPii, dataCollection).',
  ];
}
