import { describe, expect, it } from '@jest/globals';
import { ErrataError } from '#shared';
import { addSpoolPath, toStartFault } from './start-fault.ts';

const PATH = '/data/spool/a1/spool.sqlite';

const createFault = (code: string): Error => Object.assign(new Error('disk I/O error'), { code });

describe('toStartFault', () => {
  it.each([
    ['SQLITE_IOERR', 'cannot be used: disk I/O error (SQLITE_IOERR)'],
    ['SQLITE_IOERR_WRITE', 'cannot be used: disk I/O error (SQLITE_IOERR_WRITE)'],
    ['SQLITE_READONLY_DIRECTORY', 'cannot be used: disk I/O error (SQLITE_READONLY_DIRECTORY)'],
    ['SQLITE_FULL', 'cannot be written: the disk is full'],
    ['SQLITE_CORRUPT', 'is damaged'],
    ['SQLITE_CORRUPT_INDEX', 'is damaged'],
    ['SQLITE_NOTADB', 'is damaged'],
  ])('describes %s in one line that names the spool', (code, what) => {
    const fault = addSpoolPath(createFault(code), PATH);
    expect(toStartFault(fault)).toBe(`the spool ${PATH} ${what}`);
  });

  it('names DATA_DIR when the file of the spool is unknown', () => {
    const told = 'the spool in DATA_DIR cannot be written: the disk is full';
    expect(toStartFault(createFault('SQLITE_FULL'))).toBe(told);
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
