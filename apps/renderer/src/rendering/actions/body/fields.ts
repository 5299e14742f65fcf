import { MOST_FIELDS } from './json-excess.ts';

/**
 * Values by field name. A field that is sent several times has a list of values. A name that ends
 * in `[]` loses the brackets and always has a list.
 */
export type Fields = Readonly<Record<string, unknown>>;

export class FieldList {
  private readonly values = new Map<string, unknown[]>();
  private count = 0;

  add(name: string, value: unknown): boolean {
    this.count += 1;
    const values = this.values.get(name) ?? [];
    values.push(value);
    this.values.set(name, values);
    return this.count <= MOST_FIELDS;
  }

  toFields(): Fields {
    // `fromEntries` makes own properties, even of names like `__proto__`.
    return Object.fromEntries(
      [...this.values].map(([name, values]) => {
        if (name.endsWith('[]')) return [name.slice(0, -2), values];
        return [name, values.length > 1 ? values : values[0]];
      }),
    );
  }
}
