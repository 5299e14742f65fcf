import { Transform } from 'class-transformer';

/**
 * Turns a form field into an array: a form with one value sends a string, with several an array.
 */
export const AsList = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (value === undefined ? [] : [value].flat()));
