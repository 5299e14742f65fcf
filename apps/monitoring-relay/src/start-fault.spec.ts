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
  ])('tells %s in one line that names the file', (code, line) => {
    expect(toStartFault(addSpoolPath(createFault(code), PATH))).toBe(line);
  });

  it('says where to look when the file is not known', () => {
    expect(toStartFault(createFault('SQLITE_FULL'))).toBe(
      'the spool in DATA_DIR cannot be written: the disk is full',
    );
  });

  it('tells what the disk says of a folder', () => {
    const fault = Object.assign(createFault('ENOSPC'), { path: '/data' });
    expect(toStartFault(fault)).toBe('DATA_DIR /data cannot be written: the disk is full');
  });

  it('leaves faults of others as they are', () => {
    const fault = new ErrataError('database.unavailable');
    expect(toStartFault(addSpoolPath(fault, PATH))).toBe(fault.message);
  });
});
