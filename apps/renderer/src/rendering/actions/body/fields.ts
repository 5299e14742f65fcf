/** What was filled in, by name: one value as it is, several as a list, and always a list of a name in `[]`. */
export type Fields = Readonly<Record<string, unknown>>;

/** Most fields of one form. */
const MOST_FIELDS = 1000;

/** Puts fields together in the order in which they were sent. */
export class FieldList {
  private readonly values = new Map<string, unknown[]>();
  private count = 0;

  /** False when there are too many. */
  add(name: string, value: unknown): boolean {
    this.count += 1;
    const values = this.values.get(name) ?? [];
    values.push(value);
    this.values.set(name, values);
    return this.count <= MOST_FIELDS;
  }

  toFields(): Fields {
    // Own properties, whatever they are called.
    return Object.fromEntries(
      [...this.values].map(([name, values]) => {
        if (name.endsWith('[]')) return [name.slice(0, -2), values];
        return [name, values.length > 1 ? values : values[0]];
      }),
    );
  }
}
