import { describe, expect, it } from '@jest/globals';
import { ErrataError } from '#shared';
import { addSpoolPath, toStartFault } from './start-fault.ts';

const PATH = '/data/spool/a1/spool.sqlite';

function createFault(code: string, message = 'disk I/O error'): Error {
  return Object.assign(new Error(message), { code });
}

describe('toStartFault', () => {
  it.each([
    ['SQLITE_IOERR', `the spool ${PATH} cannot be used: disk I/O error (SQLITE_IOERR)`],
    ['SQLITE_IOERR_WRITE', `the spool ${PATH} cannot be used: disk I/O error (SQLITE_IOERR_WRITE)`],
    ['SQLITE_FULL', `the spool ${PATH} cannot be written: the disk is full`],
    ['SQLITE_CORRUPT', `the spool ${PATH} is damaged`],
    ['SQLITE_CORRUPT_INDEX', `the spool ${PATH} is damaged`],
    ['SQLITE_NOTADB', `the spool ${PATH} is damaged`],
    [
      'SQLITE_READONLY_DIRECTORY',
      `the spool ${PATH} cannot be used: disk I/O error (SQLITE_READONLY_DIRECTORY)`,
    ],
  ])('describes %s in one line that names the spool', (code, line) => {
    expect(toStartFault(addSpoolPath(createFault(code), PATH))).toBe(line);
  });

  it('names DATA_DIR when the file of the spool is unknown', () => {
    expect(toStartFault(createFault('SQLITE_FULL'))).toBe(
      'the spool in DATA_DIR cannot be written: the disk is full',
    );
  });

  it('describes a fault of the data folder', () => {
    const fault = Object.assign(createFault('ENOSPC'), { path: '/data' });
    expect(toStartFault(fault)).toBe('DATA_DIR /data cannot be written: the disk is full');
  });

  it('leaves the message of another fault unchanged', () => {
    const fault = new ErrataError('database.unavailable');
    expect(toStartFault(addSpoolPath(fault, PATH))).toBe(fault.message);
  });
});
