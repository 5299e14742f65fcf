import type { EventSdk, NormalisedEvent } from '#shared';
import { fieldLimits, listLimits } from '../json/field-limits.ts';
import type { CutNotes } from '../json/cut-notes.ts';
import { withoutUndefined } from '../json/present.ts';
import { readArray, readObject, readPairs } from '../json/shape.ts';

/** Returns undefined when the event does not name its SDK. */
export function readSdk(value: unknown, notes: CutNotes): EventSdk | undefined {
  const source = readObject(value);
  const what = 'names and versions of the SDK';
  const name = notes.readText(source?.['name'], fieldLimits.name, what);
  if (source === undefined || name === undefined) return undefined;
  return withoutUndefined<EventSdk>({
    name,
    version: notes.readText(source['version'], fieldLimits.name, what) ?? '',
    integrations: readList(source['integrations'], { what: 'integrations', notes }),
    packages: readList(readArray(source['packages'])?.map(toPackage), { what: 'packages', notes }),
  });
}

export function readModules(value: unknown, notes: CutNotes): NormalisedEvent['modules'] {
  const pairs = readPairs(value);
  const modules: [name: string, version: string][] = [];
  for (const [key, version] of pairs) {
    const name = notes.readText(key, fieldLimits.name, 'names of modules');
    const said = notes.readText(version, fieldLimits.name, 'versions of modules') ?? '';
    if (name !== undefined) modules.push([name, said]);
    if (modules.length === listLimits.modules) break;
  }
  if (pairs.length > listLimits.modules) {
    notes.add(`modules: ${pairs.length - listLimits.modules} of ${pairs.length} left out`);
  }
  if (modules.length === 0) return undefined;
  return modules.toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function toPackage(entry: unknown): string | undefined {
  const { name, version } = readObject(entry) ?? {};
  if (typeof name !== 'string') return undefined;
  return `${name} ${typeof version === 'string' ? version : ''}`.trim();
}

function readList(
  list: unknown,
  { what, notes }: { readonly what: string; readonly notes: CutNotes },
): readonly string[] | undefined {
  const texts = notes
    .takeFirst(readArray(list) ?? [], listLimits.integrations, what)
    .map((entry) => notes.readText(entry, fieldLimits.name, what))
    .filter((text) => text !== undefined);
  return texts.length === 0 ? undefined : texts;
}
