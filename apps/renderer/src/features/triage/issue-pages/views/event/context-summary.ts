import type { JsonValue } from '#shared';

type Context = Readonly<Record<string, JsonValue>>;

/** What names most contexts, the telling ones first. */
const TELLING = [
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

/** Ids tell a reader little. */
const isId = (name: string): boolean => /(?:^|_)id$/.test(name);

/**
 * A context in a line, its values by name: `name node, version v20.20.2`. Ids stand there where nothing else does. Empty
 * when the context holds nothing short.
 */
export function summariseContext(context: Context): string {
  const known = TELLING.filter((name) => Object.hasOwn(context, name));
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
