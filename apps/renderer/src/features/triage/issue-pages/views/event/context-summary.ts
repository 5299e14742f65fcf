import type { JsonValue } from '#shared';

type Context = Readonly<Record<string, JsonValue>>;

const PREFERRED_NAMES = [
  'name',
  'model',
  'version',
  'op',
  'status',
  'arch',
  'locale',
  'timezone',
  'app_name',
  'app_version',
];

const MAX_LENGTH = 80;
const MAX_VALUE_LENGTH = 40;

const isId = (name: string): boolean => /(?:^|_)id$/.test(name);

/**
 * Summarises a context in one line: `name node, version v20.20.2`. Shows ids only when the context
 * has nothing else.
 */
export function summariseContext(context: Context): string {
  const known = PREFERRED_NAMES.filter((name) => Object.hasOwn(context, name));
  const others = Object.keys(context).filter((name) => name !== 'type' && !known.includes(name));
  return (
    nameValues(context, [...known, ...others.filter((name) => !isId(name))]) ||
    nameValues(context, others.filter(isId))
  );
}

function nameValues(context: Context, names: readonly string[]): string {
  let summary = '';
  for (const name of names) {
    const value = context[name];
    if (typeof value === 'object' || value === '' || value === undefined) continue;
    if (String(value).length > MAX_VALUE_LENGTH) continue;
    const longer = `${summary === '' ? '' : `${summary}, `}${name} ${value}`;
    if (longer.length <= MAX_LENGTH) summary = longer;
  }
  return summary;
}
