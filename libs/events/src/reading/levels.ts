import { type EventLevel, eventLevels } from '#shared';

const otherSpellings: Readonly<Record<string, EventLevel>> = {
  log: 'info',
  warn: 'warning',
  critical: 'fatal',
};

export function readLevel(value: unknown, otherwise: EventLevel): EventLevel {
  const name = typeof value === 'string' ? value.toLowerCase() : '';
  const known = eventLevels.find((level) => level === name);
  return known ?? (Object.hasOwn(otherSpellings, name) ? otherSpellings[name]! : otherwise);
}
