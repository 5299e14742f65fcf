import type { Choices } from '#shared';
import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { SelectField } from './select-field.tsx';
import { TextField } from './text-field.tsx';

interface TypedFieldProps extends ComponentProps<typeof TextField> {
  readonly values: Choices['values'];
  /**
   * The search key whose values the server offers while somebody types. Without scripts, the page
   * offers `values` alone.
   */
  readonly offers?: 'assigned' | 'environment' | 'project' | 'release' | undefined;
  /** True when people type several values with commas between them. */
  readonly isSeveral?: boolean | undefined;
}

interface SearchedSelectProps
  extends
    Pick<ComponentProps<typeof SelectField>, 'name' | 'label' | 'hint' | 'errors'>,
    Pick<TypedFieldProps, 'offers'> {
  readonly choices: Choices;
  /** The choice of nothing: the first option, or a field that is left blank. */
  readonly none?: string;
  readonly defaultValue: string;
}

/**
 * A select, or a field to type into when there are too many choices for a page. The action resolves
 * what was typed by `findChoice`, which also takes a value of the select.
 *
 * ```tsx
 * <SearchedSelect
 *   name="project"
 *   label="In"
 *   none="All projects"
 *   choices={projects} // `toChoices(…)` of the page's data
 *   offers="project"
 *   defaultValue={fields.project ?? ''}
 *   errors={errors.project}
 * />
 * ```
 */
export function SearchedSelect({
  choices: { values, isTyped },
  none,
  offers,
  ...field
}: SearchedSelectProps): ReactNode {
  if (isTyped) {
    const placeholder = none === undefined ? {} : { placeholder: none };
    return <TypedField {...field} {...placeholder} values={values} offers={offers} />;
  }
  const options = [...(none === undefined ? [] : [['', none] as const]), ...values.map(toPair)];
  return <SelectField {...field} options={options} />;
}

/** A text field that offers values. */
export function TypedField({ values, offers, isSeveral, ...field }: TypedFieldProps): ReactNode {
  const list = useId();
  return (
    <>
      <TextField
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...field}
        list={list}
        data-offers={offers}
        data-several={isSeveral}
      />
      <datalist id={list}>
        {values.map(toPair).map(([value, text]) => (
          <option key={value} value={value}>
            {text === value ? undefined : text}
          </option>
        ))}
      </datalist>
    </>
  );
}

export function toPair(each: Choices['values'][number]): readonly [value: string, text: string] {
  return typeof each === 'string' ? [each, each] : each;
}
