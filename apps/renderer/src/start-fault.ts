import { ErrataError, findOwn } from '#shared';

const SYSTEM_FAULTS: Readonly<Record<string, (fault: NodeJS.ErrnoException) => string>> = {
  EADDRINUSE: (fault) => `port ${toPort(fault)} is in use; set PORT to another one`,
  EADDRNOTAVAIL: () => 'HOST is not an address of this machine',
  ENOTFOUND: () => 'HOST is not an address of this machine',
  EACCES: (fault) => toAccessFault(fault),
  EPERM: (fault) => toAccessFault(fault),
  EROFS: (fault) => toAccessFault(fault),
  ENOSPC: ({ path = '' }) => `DATA_DIR ${path} cannot be written: the disk is full`,
  ENOTDIR: (fault) => `DATA_DIR ${fault.path} is not a folder`,
  ENOENT: ({ path, syscall }) =>
    syscall === 'mkdir'
      ? `DATA_DIR ${path} cannot be made`
      : `${path} is missing; run npm run build`,
};

/**
 * Describes a failed start for the person who started the process. Expected faults take one line;
 * others include the stack.
 */
export function toStartFault(error: unknown): string {
  if (error instanceof ErrataError || error instanceof RangeError) return error.message;
  const fault = error as NodeJS.ErrnoException;
  const describe = fault.code === undefined ? undefined : findOwn(SYSTEM_FAULTS, fault.code);
  if (describe) return describe(fault);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function toAccessFault(fault: NodeJS.ErrnoException): string {
  return fault.syscall === 'listen'
    ? `port ${toPort(fault)} needs more rights than this process has`
    : `DATA_DIR ${fault.path} cannot be written: ${fault.code}`;
}

function toPort(fault: NodeJS.ErrnoException): string {
  return String((fault as { port?: number }).port ?? 'PORT');
}
