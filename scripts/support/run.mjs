import { spawn } from 'node:child_process';
import { write } from './output.mjs';
import { root } from './root.mjs';
import { endTogether } from './signals.mjs';

/**
 * Runs a program to its end and keeps its output. Resolves whatever the exit code is; a program
 * that cannot be started has code 127.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean }} [options] `show` prints the
 *   output while it comes
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(program, args, { cwd = root, env = process.env, show = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks = [];
    for (const [stream, pass] of [
      [child.stdout, write],
      [child.stderr, (chunk) => process.stderr.write(chunk)],
    ]) {
      stream.on('data', (chunk) => {
        chunks.push(chunk);
        if (show) pass(chunk);
      });
    }
    endTogether(child);
    child.on('error', (error) => resolve({ code: 127, output: `${error.message}\n` }));
    child.on('close', (code) => {
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() });
    });
  });
}

export function runNode(args, options) {
  return run(process.execPath, args, options);
}

export function runNpm(args, options) {
  const npm = process.env['npm_execpath'];
  return npm && /npm-cli\.c?js$/.test(npm)
    ? runNode([npm, ...args], options)
    : run('npm', args, options);
}
