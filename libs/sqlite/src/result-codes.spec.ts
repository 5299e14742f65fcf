import { expect, it } from '@jest/globals';
import { toCodeName } from './result-codes.ts';

it.each([
  [1, 'SQLITE_ERROR'],
  [5, 'SQLITE_BUSY'],
  [517, 'SQLITE_BUSY_SNAPSHOT'],
  [516, 'SQLITE_ABORT_ROLLBACK'],
  [1034, 'SQLITE_IOERR_FSYNC'],
  [8714, 'SQLITE_IOERR_IN_PAGE'],
  [779, 'SQLITE_CORRUPT_INDEX'],
  [2067, 'SQLITE_CONSTRAINT_UNIQUE'],
  [3091, 'SQLITE_CONSTRAINT_DATATYPE'],
  [26, 'SQLITE_NOTADB'],
  [19 | (99 << 8), 'SQLITE_CONSTRAINT'],
  [77, 'SQLITE_UNKNOWN_77'],
])('the result code %d has the name %s', (number, name) => {
  expect(toCodeName(number)).toBe(name);
});
