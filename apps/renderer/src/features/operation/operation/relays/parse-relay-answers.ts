import type { RelayOperation } from '#shared';

/* Relay and renderer may have different versions during an update. The functions below check that
   an answer has every field that pages read. */

type Fields = Readonly<Record<string, unknown>>;

export function parseOperation(body: unknown): RelayOperation | undefined {
  const fields = toFields(body);
  const { problems, takesReports, room, spools, upstreams, heldSpools, unreadableSpools } = fields;
  const { diskUse } = fields;
  const isWhole =
    isListOf(problems, (each) => typeof each === 'string') &&
    typeof takesReports === 'boolean' &&
    hasNumbers(room, ['maxReports', 'maxBytes']) &&
    (diskUse === undefined || typeof diskUse === 'string') &&
    isListOf(spools, (each) => hasNumbers(each, ['depth', 'bytes', 'oldestMs', 'owed'])) &&
    isListOf(upstreams, isUpstream) &&
    isListOf(heldSpools, (each) => typeof each === 'string') &&
    isListOf(unreadableSpools, (each) => hasTexts(each, ['name', 'reason'])) &&
    isListOf(fields['damagedSpools'], isDamagedSpool) &&
    isListOf(fields['refusedKeys'], isRefusedKey);
  return isWhole ? (body as RelayOperation) : undefined;
}

function isUpstream(value: unknown): boolean {
  const { held } = toFields(value);
  return (
    hasTexts(value, ['name']) &&
    hasNumbers(value, ['depth', 'bytes', 'oldestMs', 'lost']) &&
    (held === undefined || (hasTexts(held, ['why']) && hasNumbers(held, ['untilMs'])))
  );
}

function isDamagedSpool(value: unknown): boolean {
  const { setAsideAtMs, bytes } = toFields(value);
  return (
    hasTexts(value, ['folder']) &&
    [setAsideAtMs, bytes].every((each) => each === undefined || typeof each === 'number')
  );
}

function isRefusedKey(value: unknown): boolean {
  return (
    hasTexts(value, ['keyPrefix', 'sdk', 'network']) &&
    hasNumbers(value, ['projectId', 'count', 'lastAtMs'])
  );
}

function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function isListOf(value: unknown, test: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(test);
}

function hasNumbers(value: unknown, names: readonly string[]): boolean {
  return names.every((name) => typeof toFields(value)[name] === 'number');
}

function hasTexts(value: unknown, names: readonly string[]): boolean {
  return names.every((name) => typeof toFields(value)[name] === 'string');
}
