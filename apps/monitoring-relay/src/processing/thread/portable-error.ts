import { ErrataError, type ErrorCode } from '#shared';

/**
 * An error as plain data, because an error that is posted to another thread loses its name and
 * code.
 */
export interface PortableError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly code?: string;
  readonly errataCode?: ErrorCode;
  readonly cause?: PortableError;
}

export function packError(error: unknown): PortableError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, stack, cause } = error;
  return {
    name,
    message,
    ...(stack === undefined ? {} : { stack }),
    ...packCode(error),
    ...(cause === undefined ? {} : { cause: packError(cause) }),
  };
}

export function unpackError(packed: PortableError): Error {
  const cause = packed.cause && unpackError(packed.cause);
  const error =
    packed.errataCode === undefined
      ? new Error(packed.message, { cause })
      : new ErrataError(packed.errataCode, { cause });
  const { name, message, stack, code } = packed;
  return Object.assign(error, { name, message, stack }, code === undefined ? {} : { code });
}

function packCode(error: Error): Pick<PortableError, 'code' | 'errataCode'> {
  if (error instanceof ErrataError) return { errataCode: error.code };
  return 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
}
