import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { getMetadataStorage, validateSync } from 'class-validator';

const SOURCES = join(import.meta.dirname, '../src');

type Rules = ReadonlyMap<
  new () => object,
  readonly { readonly propertyName: string; readonly name?: string; readonly each?: boolean }[]
>;

/** A rule of our own hides that it takes a list, so an empty one is shown to it. */
function takesLists(Fields: new () => object, name: string): boolean {
  const faults = validateSync(Object.assign(new Fields(), { [name]: [] }));
  return faults.every(({ property }) => property !== name);
}

it('Fields of forms and of the API bound every list', async () => {
  const names = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'));
  for (const path of files.map((name) => join(SOURCES, name))) {
    if (/from 'class-validator'/.test(readFileSync(path, 'utf8'))) await import(path);
  }
  const fields: Rules = Reflect.get(getMetadataStorage(), 'validationMetadatas');
  const lists = [...fields].flatMap(([Fields, rules]) =>
    [...new Set(rules.map(({ propertyName }) => propertyName))].flatMap((field) => {
      const own = rules.filter(({ propertyName }) => propertyName === field);
      // Nobody sends the environment.
      if (Fields.name === 'Environment') return [];
      if (!own.some(({ each }) => each) && !takesLists(Fields, field)) return [];
      return { field: `${Fields.name}.${field}`, rules: own.map(({ name }) => name) };
    }),
  );
  expect(lists.length).toBeGreaterThan(20);
  expect(lists.filter((list) => !list.rules.includes('arrayMaxSize'))).toEqual([]);
});
