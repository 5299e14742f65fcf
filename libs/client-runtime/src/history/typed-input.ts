/** Texts that were typed, by what names the field in its document. */
export type TypedInput = Readonly<Record<string, string>>;

/** What a visitor has typed into the document's fields. Choices are not restored: views navigate by them. */
export interface TypedInputWatch {
  /** What has been typed. Never passwords. */
  take(): TypedInput;
  /** Enters it again, as if it were typed, where the fields are still there and nothing has been typed since. */
  restore(typed: TypedInput): void;
}

type Field = (HTMLInputElement | HTMLTextAreaElement) & {
  /** Where React notes which value it has told of. */
  readonly _valueTracker?: { setValue(value: string): void };
};

/** What must not be kept, or cannot be entered by code, is left out: a password may be shown as text. */
const FIELDS =
  'input:not([type=password],[autocomplete*=password],[type=file],[type=checkbox],[type=radio]),textarea';

export function watchTypedInput(document: Document): TypedInputWatch {
  const entered = new WeakSet<EventTarget>();
  document.addEventListener('input', ({ target }) => target && entered.add(target), true);
  return {
    take() {
      const fields = listFields(document).filter(([, field]) => entered.has(field));
      return Object.fromEntries(fields.map(([name, { value }]) => [name, value]));
    },
    restore(typed) {
      for (const [name, field] of listFields(document)) {
        const value = typed[name] ?? field.value;
        if (value !== field.value && !entered.has(field)) enter(field, value);
      }
    },
  };
}

/** Fields of one name are told apart by their order. */
function listFields(document: Document): [string, Field][] {
  const counts: Record<string, number> = {};
  return Array.from(document.querySelectorAll<Field>(FIELDS), (field) => {
    const name = field.name || field.id;
    counts[name] = (counts[name] ?? 0) + 1;
    return [`${name} ${counts[name]}`, field];
  });
}

function enter(field: Field, value: string): void {
  field.value = value;
  // Otherwise React would tell of no change, because it has seen this one.
  field._valueTracker?.setValue(`${value}.`);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}
