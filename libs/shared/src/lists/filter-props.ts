import type { Address } from '../page-protocol/index.ts';
import { toFilterField } from './filter-field.ts';
import type { FilterField, FilterProps } from './filter-field.ts';

/**
 * Makes the props of the bar for an address that names at most one value of each field. Leaves out
 * a field without values of which none is set.
 */
export function toFilterProps<Asked extends { readonly [Name in string]?: string | undefined }>(
  asked: Asked,
  toAddress: (asked: Partial<Asked>) => Address,
  fields: readonly (Pick<FilterField, 'label' | 'values'> & {
    readonly name: keyof Asked & string;
  })[],
): FilterProps {
  const isSet = (name: string): boolean => asked[name] !== undefined;
  return {
    fields: fields
      .filter(({ name, values }) => values.length > 0 || isSet(name))
      .map((field) =>
        toFilterField({
          ...field,
          chosen: [asked[field.name] ?? []].flat(),
          without: () => toAddress({ ...asked, [field.name]: undefined }),
        }),
      ),
    clear: Object.keys(asked).some(isSet) ? toAddress({}) : undefined,
    link: toAddress(asked),
  };
}
