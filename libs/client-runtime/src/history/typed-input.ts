/** Where a field stands among those of its name, and what was entered. */
export type TypedInput = Readonly<Record<string, string | boolean | readonly string[]>>;

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const FIELDS = 'input,textarea,select';
/** What must not be kept, cannot be entered again by code, or does nothing. */
const NEVER: ReadonlySet<string> = new Set(['password', 'file', 'hidden', 'submit', 'button']);

/** What a visitor has entered into the document's fields. */
export class TypedInputWatch {
  readonly #touched = new WeakSet<Element>();

  readonly #document: Document;

  constructor(document: Document) {
    this.#document = document;
    for (const field of listFields(document)) if (isEntered(field)) this.#touched.add(field);
    document.addEventListener('input', ({ target }) => this.#touched.add(target as Element), true);
    document.addEventListener('submit', ({ target }) => {
      for (const field of (target as HTMLFormElement).elements) this.#touched.delete(field);
    });
  }

  /** What has been entered and not been sent. Never passwords. Undefined when there is nothing. */
  take(): TypedInput | undefined {
    const entries = toPlaces(this.#document)
      .filter(([, field]) => this.#touched.has(field))
      .map(([place, field]) => [place, valueOf(field)] as const);
    return entries.length === 0 ? undefined : Object.fromEntries(entries);
  }

  /** Enters it again, as if it were typed, where the fields are still there. */
  restore(typed: TypedInput): void {
    for (const [place, field] of toPlaces(this.#document)) {
      const value = typed[place];
      if (value !== undefined) enter(field, value);
    }
  }
}

function listFields(document: Document): Field[] {
  return [...document.querySelectorAll<Field>(FIELDS)].filter(({ type }) => !NEVER.has(type));
}

function toPlaces(document: Document): (readonly [string, Field])[] {
  const counts = new Map<string, number>();
  return listFields(document).map((field) => {
    const name = `${field.type} ${field.form?.id ?? ''} ${field.name || field.id}`;
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return [`${name} ${count}`, field];
  });
}

function isChoice(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio';
}

function isEntered(field: Field): boolean {
  if (isChoice(field)) return field.checked !== field.defaultChecked;
  return 'defaultValue' in field && field.value !== field.defaultValue;
}

function valueOf(field: Field): string | boolean | readonly string[] {
  if (isChoice(field)) return field.checked;
  if (!('options' in field)) return field.value;
  return [...field.selectedOptions].map(({ value }) => value);
}

function enter(field: Field, value: string | boolean | readonly string[]): void {
  if (isChoice(field)) {
    // React listens for clicks on these.
    if (field.checked !== value) field.click();
    return;
  }
  if ('options' in field) {
    for (const option of field.options) option.selected = [value].flat().includes(option.value);
  } else if (field.value === value) return;
  // The element's own setter: React puts one on the field that would hide the change from it.
  else Reflect.set(Object.getPrototypeOf(field) as object, 'value', value, field);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}
