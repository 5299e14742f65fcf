/** What was entered, by what names the field in its document. */
export type TypedInput = Readonly<Record<string, string | boolean>>;

/** What a visitor has entered into the document's fields. */
export interface TypedInputWatch {
  /** What has been entered. Never passwords. */
  take(): TypedInput;
  /** Enters it again, as if it were typed, where the fields are still there. */
  restore(typed: TypedInput): void;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What must not be kept, or cannot be entered by code, is left out. */
const FIELDS = 'input:not([type=password],[type=file],[type=hidden]),textarea,select';

export function watchTypedInput(document: Document): TypedInputWatch {
  const entered = new WeakSet<EventTarget>();
  document.addEventListener('input', ({ target }) => target && entered.add(target), true);
  return {
    take() {
      const fields = listFields(document).filter(
        ([, field]) => entered.has(field) || isChanged(field as HTMLInputElement),
      );
      return Object.fromEntries(
        fields.map(([name, field]) => [name, isChoice(field) ? field.checked : field.value]),
      );
    },
    restore(typed) {
      for (const [name, field] of listFields(document)) {
        const value = typed[name];
        if (typeof value === 'string') enter(field, value);
        // React listens for clicks on these.
        else if (value === !(field as HTMLInputElement).checked) field.click();
      }
    },
  };
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

/** Also before anything listened. */
function isChanged({
  value,
  defaultValue = value,
  checked,
  defaultChecked,
}: Partial<HTMLInputElement>) {
  return value !== defaultValue || checked !== defaultChecked;
}

function isChoice(field: Field): field is HTMLInputElement {
  return /^(?:checkbox|radio)$/.test(field.type);
}

function enter(field: Field, value: string): void {
  if (field.value === value) return;
  // The element's own setter: React puts one on the field that would hide the change from it.
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', value, field);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}
