import { Transform } from 'class-transformer';

/**
 * Makes a field a list. Forms send one value as a string, and several values as an array.
 *
 * ```ts
 * @AsList()
 * @IsIn(names, { each: true })
 * readonly name: readonly string[] = [];
 * ```
 */
export const AsList = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (value === undefined ? [] : [value].flat()));
