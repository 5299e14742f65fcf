import { Transform } from 'class-transformer';

/** Forms send one value as a string, and several values as an array. */
export const AsList = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (value === undefined ? [] : [value].flat()));
