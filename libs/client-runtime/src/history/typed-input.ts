/** What was entered, by what names the field in its document. */
export type TypedInput = Readonly<Record<string, string | boolean>>;

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What must not be kept, or cannot be entered by code, is left out. */
const FIELDS = 'input:not([type=password],[type=file],[type=hidden]),textarea,select';

/** What a visitor has entered into the document's fields. */
export class TypedInputWatch {
  readonly #document: Document;
  readonly #entered = new WeakSet<EventTarget>();

  constructor(document: Document) {
    this.#document = document;
    for (const [, field] of listFields(document)) if (isEntered(field)) this.#entered.add(field);
    document.addEventListener('input', ({ target }) => this.#entered.add(target!), true);
    document.addEventListener('submit', ({ target }) => {
      for (const field of (target as HTMLFormElement).elements) this.#entered.delete(field);
    });
  }

  /** What has been entered and not been sent. Never passwords. */
  take(): TypedInput {
    const entered = listFields(this.#document).filter(([, field]) => this.#entered.has(field));
    return Object.fromEntries(
      entered.map(([name, field]) => [name, isChoice(field) ? field.checked : field.value]),
    );
  }

  /** Enters it again, as if it were typed, where the fields are still there. */
  restore(typed: TypedInput): void {
    for (const [name, field] of listFields(this.#document)) {
      const value = typed[name];
      if (isChoice(field)) {
        // React listens for clicks on these.
        if (value !== undefined && value !== field.checked) field.click();
      } else if (typeof value === 'string' && value !== field.value) enter(field, value);
    }
  }
}

/** Fields of one name are told apart by their order. */
function listFields(document: Document): [string, Field][] {
  const counts: Record<string, number> = {};
  return Array.from(document.querySelectorAll<Field>(FIELDS), (field) => {
    const name = `${field.type} ${field.name || field.id}`;
    counts[name] = (counts[name] ?? 0) + 1;
    return [name + counts[name], field];
  });
}

function isChoice(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio';
}

/** Before anything listened. */
function isEntered(field: Field): boolean {
  if (isChoice(field)) return field.checked !== field.defaultChecked;
  return 'defaultValue' in field && field.value !== field.defaultValue;
}

function enter(field: Field, value: string): void {
  // The element's own setter: React puts one on the field that would hide the change from it.
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', value, field);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}
