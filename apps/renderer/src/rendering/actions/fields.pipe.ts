import { ValidationPipe } from '@nestjs/common';
import type { ArgumentMetadata } from '@nestjs/common';
import type { FieldErrors } from '#shared';
import { InvalidFieldsException } from './invalid-fields.exception.ts';

interface FieldFault {
  readonly property: string;
  readonly constraints?: Readonly<Record<string, string>>;
  readonly children?: readonly FieldFault[];
}

export class FieldsPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      // Allows classes without rules, which class-validator would refuse. An action with such a
      // class takes no fields.
      forbidUnknownValues: false,
      exceptionFactory: (faults) => new InvalidFieldsException(toFieldErrors(faults)),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    return metadata.type === 'body' ? super.transform(value, metadata) : value;
  }
}

function toFieldErrors(faults: readonly FieldFault[], before = ''): FieldErrors {
  return Object.fromEntries(
    faults.flatMap(({ property, constraints = {}, children = [] }) => {
      const name = before + property;
      const messages = Object.values(constraints);
      return [
        ...(messages.length > 0 ? [[name, messages] as const] : []),
        ...Object.entries(toFieldErrors(children, `${name}.`)),
      ];
    }),
  );
}
