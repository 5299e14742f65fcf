import { ValidateBy } from 'class-validator';

/** Validates a value with a test of ours. */
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
