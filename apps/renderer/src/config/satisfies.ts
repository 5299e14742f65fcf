import { ValidateBy } from 'class-validator';

export function Satisfies(
  test: (value: never) => boolean,
  { message }: { message: string },
): PropertyDecorator {
  return ValidateBy({
    name: 'satisfies',
    validator: {
      validate: (value: unknown) => test(value as never),
      defaultMessage: () => message,
    },
  });
}
