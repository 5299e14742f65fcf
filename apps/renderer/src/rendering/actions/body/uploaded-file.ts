import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import type { ValidationOptions } from 'class-validator';

/** A file that a form sent. */
export class UploadedFile {
  /** As the visitor's machine names it, without folders. */
  readonly name: string = '';
  /** As the browser says. */
  readonly type: string = '';
  readonly content: Buffer = Buffer.alloc(0);
}

/** Rule of a field: an `UploadedFile`, or with `each` several. Nothing that only says that it is one, as JSON may. */
export function IsUploadedFile(options?: ValidationOptions): PropertyDecorator {
  return applyDecorators(
    // As it was read: class-transformer would make a copy, also of what was made up.
    Transform(({ obj, key }) => (obj as Readonly<Record<string, unknown>>)[key]),
    ValidateBy(
      {
        name: 'isUploadedFile',
        validator: {
          validate: (value) => value instanceof UploadedFile,
          defaultMessage: () => 'Choose a file.',
        },
      },
      options,
    ),
  );
}
