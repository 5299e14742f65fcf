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

/** What is taken out before anything is stored. The one place that says it. */
export function describeHidden(): string[] {
  return [
    'Before an event is stored, the values of fields whose names tell of a secret are replaced: passwords, tokens, cookies, keys, card numbers and the like, in every field, in headers, in addresses and in text.',
    'What was taken out is noted on the event. The SDK sends less where it is told to (sendDefaultPii, dataCollection).',
  ];
}
