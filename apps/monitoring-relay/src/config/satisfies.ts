import { ValidateBy } from 'class-validator';

export function Satisfies(
  test: (text: string) => boolean,
  { message }: { message: string },
): PropertyDecorator {
  return ValidateBy({
    name: 'satisfies',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && test(value),
      defaultMessage: () => message,
    },
  });
}
