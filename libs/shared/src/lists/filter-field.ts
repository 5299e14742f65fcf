import type { Address } from '../page-protocol/index.ts';
import { toChoices } from './choices.ts';
import type { Choices, FilterValue } from './choices.ts';

/** A parameter of an address that narrows a list. */
export interface FilterField extends Choices {
  readonly name: string;
  /** `Environment`: heads the values in the menu. A chip has it in lower case. */
  readonly label: string;
  readonly set?: readonly SetValue[];
  /** True when the address may name the parameter several times. */
  readonly isSeveral?: true;
  /** The days between which the list is narrowed, as the parameters `from` and `to`. */
  readonly days?: { readonly from?: string; readonly to?: string };
}

export interface SetValue {
  /** Absent when the field's days are set. */
  readonly value?: string;
  readonly text: string;
  /** The address of the list without this value. */
  readonly without: Address;
}

/** The part of the bar's props that a server composes. */
export interface FilterProps {
  readonly fields: readonly FilterField[];
  /**
   * The orders of the list, with a label such as `Sort: Users`. The empty value is the usual order,
   * which addresses leave out.
   */
  readonly sort?: FilterField;
  /** The list without search and filter; absent when nothing is set. */
  readonly clear?: Address;
  /** The address that shows this list to everybody. */
  readonly link: Address;
  /** Says why the filter finds nothing, such as a project that does not exist. */
  readonly fault?: string | undefined;
}

/**
 * Makes a field from the values that exist and those that are chosen. `without` gets the values
 * that remain chosen, and returns the address of the list with these alone.
 *
 * ```ts
 * toFilterField({
 *   name: 'project',
 *   label: 'Project',
 *   values: projects.map(({ slug, name }) => [slug, name]),
 *   chosen: ['web', 'api'],
 *   isSeveral: true,
 *   without: (slugs) => toListAddress({ ...listing, project: slugs }),
 * });
 * ```
 */
export function toFilterField({
  chosen,
  without,
  ...field
}: Omit<FilterField, 'set'> & {
  readonly chosen: readonly string[];
  readonly without: (rest: readonly string[]) => Address;
}): FilterField {
  if (chosen.length === 0) return { ...field, ...toChoices(field.values) };
  const texts = new Map(field.values.map((each) => [toValue(each), toText(each)]));
  return {
    ...field,
    ...toChoices(
      field.values.filter((each) => !chosen.includes(toValue(each))),
      field.values.length,
    ),
    set: chosen.map((value) => ({
      value,
      text: texts.get(value) ?? value,
      without: without(chosen.filter((each) => each !== value)),
    })),
  };
}

function toValue(each: FilterValue): string {
  return typeof each === 'string' ? each : each[0];
}

function toText(each: FilterValue): string {
  return typeof each === 'string' ? each : each[1];
}
