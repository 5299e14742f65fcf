import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import type { ValidationOptions } from 'class-validator';

/**
 * A file from a form, held in memory. The visitor chooses `name` and `type`, so do not trust them.
 *
 * ```ts
 * @Action('change-picture', { files: true, maxBytes: 5 * 1024 * 1024 })
 * change(@Body() { picture }: PictureDto, @CurrentAccess() access: Access): Promise<void> {
 *   return this.pictures.write(access.user.id, picture.content);
 * }
 * ```
 */
export class UploadedFile {
  /** The name on the visitor's machine, without folders. */
  readonly name: string = '';
  /** The media type that the browser states. */
  readonly type: string = '';
  readonly content: Buffer = Buffer.alloc(0);
}

/**
 * Validates that a field is an `UploadedFile`. The option `each` allows a list of files. Refuses
 * JSON of the same shape.
 *
 * ```ts
 * export class PictureDto {
 *   @IsUploadedFile()
 *   readonly picture!: UploadedFile;
 * }
 * ```
 */
export function IsUploadedFile(options?: ValidationOptions): PropertyDecorator {
  return applyDecorators(
    // Returns the parsed value unchanged. class-transformer would copy it, and would make an
    // `UploadedFile` even from forged JSON.
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
