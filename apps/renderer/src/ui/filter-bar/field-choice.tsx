import { Link } from '#client-runtime';
import { filterText, filterValue, TYPED_FROM } from '#shared';
import type { Address, FilterField } from '#shared';
import { useId } from 'react';
import type { InputEvent as ReactInputEvent, ReactNode } from 'react';
import { Button } from '../forms/button.tsx';
import { TextField } from '../forms/text-field.tsx';

/** Longer texts may be cut, and show as a whole when the pointer is on them. */
const LONG = 20;

/** A field's values in the menu, or a field to type one. */
export function FieldChoice({ field }: { readonly field: FilterField }): ReactNode {
  const { label, days } = field;
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="filter-field">
      <span id={id}>{label}</span>
      {isTyped(field) ? <TypedValue field={field} /> : <Values field={field} />}
      {days && (
        <div>
          <TextField name="from" type="date" label="From (UTC)" defaultValue={days.from} />
          <TextField name="to" type="date" label="To (UTC)" defaultValue={days.to} />
          <Button>Apply</Button>
        </div>
      )}
    </div>
  );
}

/**
 * A value is a button of the form, which keeps what is typed in the search field. A value that
 * replaces another is a link, since the form would send both.
 */
export function Values({
  field: { name, values, set: [replaced] = [], isSeveral },
}: {
  readonly field: FilterField;
}): ReactNode {
  return (
    <ul>
      {values.map((each) => {
        const [value, text] = [filterValue(each), filterText(each)];
        const count = typeof each === 'string' ? undefined : each[2];
        const title = text.length > LONG ? text : undefined;
        const shown = (
          <>
            <bdi>{text}</bdi>
            {count !== undefined && <i>{count}</i>}
          </>
        );
        return (
          <li key={value}>
            {replaced && !isSeveral ? (
              <Link href={toReplaced(replaced.without, name, value)} prefetch="none" title={title}>
                {shown}
              </Link>
            ) : (
              <button name={name} value={value} title={title}>
                {shown}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function TypedValue({
  field: { name, label, values, set: [chosen] = [], isSeveral },
}: {
  readonly field: FilterField;
}): ReactNode {
  const id = useId();
  return (
    <div>
      <TextField
        name={name}
        label={label}
        isLabelHidden
        list={id}
        placeholder="Type or choose"
        defaultValue={isSeveral ? '' : chosen?.value}
        autoComplete="off"
        onInput={sendChosen}
      />
      <datalist id={id}>
        {values.map((each) => (
          <option key={filterValue(each)} value={filterValue(each)}>
            {typeof each === 'string' ? undefined : filterText(each)}
          </option>
        ))}
      </datalist>
      <Button>Apply</Button>
    </div>
  );
}

export function isTyped({ values, set = [] }: FilterField): boolean {
  return values.length + set.length >= TYPED_FROM;
}

/** Sends the form when an option was chosen, which browsers tell apart from typing. */
function sendChosen({ currentTarget, nativeEvent }: ReactInputEvent<HTMLInputElement>): void {
  const { inputType = 'insertReplacementText' } = nativeEvent as Partial<InputEvent>;
  if (inputType === 'insertReplacementText') currentTarget.form?.requestSubmit();
}

function toReplaced(without: Address, name: string, value: string): Address {
  if (value === '') return without;
  const mark = without.includes('?') ? '&' : '?';
  return `${without}${mark}${name}=${encodeURIComponent(value)}` as Address;
}
