import type { EventSdk, NormalisedEvent } from '#shared';
import { fieldLimits, listLimits } from '../json/field-limits.ts';
import type { CutNotes } from '../json/cut-notes.ts';
import { withoutUndefined } from '../json/present.ts';
import { readArray, readObject, readPairs, readText } from '../json/shape.ts';

/** The SDK of an event. Undefined when the event does not name it. */
export function readSdk(value: unknown, notes: CutNotes): EventSdk | undefined {
  const source = readObject(value);
  const name = readText(source?.['name'], fieldLimits.name);
  if (source === undefined || name === undefined) return undefined;
  return withoutUndefined<EventSdk>({
    name,
    version: readText(source['version'], fieldLimits.name) ?? '',
    integrations: readList(
      notes.takeFirst(
        readArray(source['integrations']) ?? [],
        listLimits.integrations,
        'integrations',
      ),
      (entry) => entry,
    ),
    packages: readList(readArray(source['packages']) ?? [], (entry) => {
      const { name: of, version } = readObject(entry) ?? {};
      return typeof of === 'string'
        ? `${of} ${readText(version, fieldLimits.name) ?? ''}`.trim()
        : undefined;
    }),
  });
}

/** The libraries of the application, by name. */
export function readModules(value: unknown, notes: CutNotes): NormalisedEvent['modules'] {
  const pairs = readPairs(value);
  const modules: [name: string, version: string][] = [];
  for (const [key, version] of pairs) {
    const name = readText(key, fieldLimits.name);
    if (name !== undefined) modules.push([name, readText(version, fieldLimits.name) ?? '']);
    if (modules.length === listLimits.modules) break;
  }
  if (pairs.length > listLimits.modules) {
    notes.add(`modules: ${pairs.length - listLimits.modules} of ${pairs.length} left out`);
  }
  if (modules.length === 0) return undefined;
  return modules.toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function readList(
  list: readonly unknown[],
  toEntry: (entry: unknown) => unknown,
): readonly string[] | undefined {
  const texts = list
    .slice(0, listLimits.integrations)
    .map((entry) => readText(toEntry(entry), fieldLimits.name))
    .filter((text) => text !== undefined);
  return texts.length === 0 ? undefined : texts;
}
