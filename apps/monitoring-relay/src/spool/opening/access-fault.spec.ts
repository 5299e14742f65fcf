import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { describeOtherOwner } from './access-fault.ts';

it('describeOtherOwner names the owner and the remedy of another user’s file, or of its folder', () => {
  const folder = createTemporaryFolder();
  const uid = process.getuid!();
  const path = join(folder, 'absent', 'spool.sqlite');
  expect(describeOtherOwner(path)).toBe('');
  expect(describeOtherOwner(path, uid + 1)).toBe(
    `; ${folder} belongs to user ${uid}, and Errata runs as user ${uid + 1}: run chown -R ${uid + 1} ${folder} as root`,
  );
});
