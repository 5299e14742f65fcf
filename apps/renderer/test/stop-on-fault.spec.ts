import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../../scripts/support/root.mjs';

const dist = join(root, 'dist');

/** Runs a program whose request fails, or whose other work does, and returns what it printed. */
function run(failing: string): { readonly status: number | null; readonly output: string } {
  const program = `
    import { stopOnFault } from '${dist}/apps/renderer/src/stop-on-fault.js';
    import { handleAs } from '${dist}/libs/telemetry/src/index.js';
    stopOnFault({ monitoring: { report: (_, context) => console.log(context), close: async () => {} } });
    const load = async () => { throw new Error('early'); };
    ${failing}
    setTimeout(() => console.log('lives'), 50);
  `;
  const args = ['--input-type=module', '--eval', program];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

describe('a promise that nobody waits for', () => {
  it('is a fault of its request, and the process goes on', () => {
    const { status, output } = run(`handleAs(() => ({ requestId: 'one' }), () => void load());`);
    expect(output).toMatch(/A promise failed early, digest \d+: early/);
    expect(output).toMatch(/requestId: 'one'/);
    expect(output).toContain('lives');
    expect(status).toBe(0);
  });

  it('ends the process when no request began it', () => {
    const { status, output } = run('void load();');
    expect(output).toMatch(/Uncaught, digest \d+: early/);
    expect(output).not.toContain('lives');
    expect(status).toBe(1);
  });
});
