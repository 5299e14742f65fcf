import { Transform } from 'class-transformer';

/** One value of a form is no list, several are. */
export const AsList = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (value === undefined ? [] : [value].flat()));
