import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from '@jest/globals';
import { listBuildInput } from '../scripts/support/built.mjs';
import { root } from '../scripts/support/root.mjs';
import { ADDRESSES } from '../scripts/support/views/address-types.mjs';
import { Program } from '../scripts/support/program.mjs';

it('the generated types of addresses match the routes', async () => {
  // Runs outside Jest, because the program imports the built code.
  const program = join(root, 'test', 'fixtures', 'print-address-types.mjs');
  const command = new Program([process.execPath, program]);
  expect(await command.untilEnded()).toBe(0);
  expect(readFileSync(ADDRESSES, 'utf8')).toBe(command.output);
});

it('the types of addresses, which a build writes, lead to no second build', () => {
  const input = listBuildInput();
  expect(input).toContain(join('apps', 'renderer', 'src', 'product.ts'));
  expect(input).not.toContain(relative(root, ADDRESSES));
});
