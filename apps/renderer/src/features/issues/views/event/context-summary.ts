import type { JsonValue } from '#shared';

type Context = Readonly<Record<string, JsonValue>>;

/** What names most contexts, the telling ones first. */
const TELLING = ['name', 'model', 'version', 'op', 'arch', 'locale', 'app_name', 'trace_id'];

const PARTS_SHOWN = 2;

/** A context in a few words: `node v20.20.2`. Empty when nothing in it is short enough to say. */
export function summariseContext(context: Context): string {
  const known = TELLING.filter((name) => name in context);
  const names = known.length > 0 ? known : Object.keys(context).filter((name) => name !== 'type');
  return names
    .map((name) => context[name])
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .slice(0, PARTS_SHOWN)
    .join(' ');
}
