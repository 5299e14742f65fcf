import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import type { ValidationOptions } from 'class-validator';

/** Those that were read from a form. */
const genuine = new WeakSet();

/** A file that a form sent. It is on disk until the action has settled. */
export class UploadedFile {
  /** As the visitor's machine names it, without folders. */
  readonly name: string = '';
  /** As the browser says. */
  readonly type: string = '';
  readonly bytes: number = 0;
  readonly path: string = '';
}

/** Of a file that has been written. */
export function toUploadedFile(parts: Required<UploadedFile>): UploadedFile {
  const file = Object.assign(new UploadedFile(), parts);
  genuine.add(file);
  return file;
}

/** Rule of a field: a file that was sent, or with `each` several. Nothing that only says that it is one, as JSON may. */
export function IsUploadedFile(options?: ValidationOptions): PropertyDecorator {
  return applyDecorators(
    // As it was read: a copy would be as good as one that was made up.
    Transform(({ obj, key }) => (obj as Readonly<Record<string, unknown>>)[key]),
    ValidateBy(
      {
        name: 'isUploadedFile',
        validator: {
          validate: (value) => genuine.has(value as object),
          defaultMessage: () => 'Choose a file.',
        },
      },
      options,
    ),
  );
}
