import { Link } from '#client-runtime';
import type { Address, FilterField } from '#shared';
import type { ReactNode } from 'react';
import { Button } from '../forms/button.tsx';
import { toPair, TypedField } from '../forms/searched-select.tsx';
import { TextField } from '../forms/text-field.tsx';
import { HiddenFields } from '../hidden-fields.tsx';

/** Fields whose values the server offers while somebody types. */
const OFFERED = ['environment', 'project', 'release'] as const;

/**
 * A field's values in the menu, or a field to type one. A script sends the form when an option is
 * chosen (`sendChosenOptions`).
 */
export function FieldChoice({ field }: { readonly field: FilterField }): ReactNode {
  const { name, label, days, values, set = [], isSeveral, isTyped } = field;
  return (
    <fieldset className="filter-field">
      <legend>{label}</legend>
      {isTyped ? (
        <>
          {isSeveral && <Kept field={field} />}
          <TypedField
            name={name}
            label={label}
            isLabelHidden
            values={values}
            offers={OFFERED.find((each) => each === name)}
            defaultValue={isSeveral ? '' : set[0]?.value}
          />
          <Button>Apply</Button>
        </>
      ) : (
        <Values field={field} />
      )}
      {days && (
        <>
          <TextField name="from" type="date" label="From (UTC)" defaultValue={days.from} />
          <TextField name="to" type="date" label="To (UTC)" defaultValue={days.to} />
          <Button>Apply</Button>
        </>
      )}
    </fieldset>
  );
}

/**
 * A value is a button of the form, which keeps what is typed in the search field. A value that
 * replaces another is a link, since the form would send both.
 */
export function Values({ field }: { readonly field: FilterField }): ReactNode {
  const { name, values, set, isSeveral } = field;
  const without = isSeveral ? undefined : set?.[0]?.without;
  return (
    <div className="filter-values">
      <Kept field={field} />
      {values.map(toPair).map(([value, text]) =>
        without === undefined ? (
          <button key={value} name={name} value={value}>
            {text}
          </button>
        ) : (
          <Link key={value} href={toReplaced(without, name, value)} prefetch="none">
            {text}
          </Link>
        ),
      )}
    </div>
  );
}

/** The form sends again what is set. */
function Kept({ field: { name, set = [] } }: { readonly field: FilterField }): ReactNode {
  return <HiddenFields fields={{ [name]: set.flatMap(({ value = [] }) => value) }} />;
}

function toReplaced(without: Address, name: string, value: string): Address {
  const mark = without.includes('?') ? '&' : '?';
  return `${without}${mark}${name}=${encodeURIComponent(value)}` as Address;
}
