/** What was entered, by what names the field in its document. */
export type TypedInput = Readonly<Record<string, string | boolean>>;

/** What a visitor has entered into the document's fields. */
export interface TypedInputWatch {
  /** What has been entered. Never passwords. */
  take(): TypedInput;
  /**
   * Enters it again, as if it were typed, where the fields are still there. `isUntold`: also what stands in
   * a field already, of which no view has been told.
   */
  restore(typed: TypedInput, isUntold?: boolean): void;
}

type Field = (HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement) & ReactField;

/** Where React notes which value it has told of. */
interface ReactField {
  readonly _valueTracker?: { setValue(value: string): void };
}

/** What must not be kept, or cannot be entered by code, is left out. */
const FIELDS = 'input:not([type=password],[type=file]),textarea,select';

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
    restore(typed, isUntold) {
      for (const [name, field] of listFields(document)) {
        const value = typed[name];
        if (typeof value === 'string' && (isUntold || value !== field.value)) enter(field, value);
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
  field.value = value;
  // Otherwise React would tell of no change, because it has seen this one.
  field._valueTracker?.setValue(`${value}.`);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}
