import './support/require-node.mjs';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { stampBuild } from './support/built.mjs';
import { Failure, runCommand } from './support/failure.mjs';
import { ensureInstalled } from './support/installed.mjs';
import { root } from './support/root.mjs';
import { runNode } from './support/run.mjs';
import { step } from './support/steps.mjs';
import { checkViews } from './support/views/check-views.mjs';

const nest = join(root, 'node_modules', '@nestjs', 'cli', 'bin', 'nest.js');
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
const viteBuild = [vite, 'build', '--config', 'apps/renderer/vite.config.ts', '--logLevel', 'warn'];

const PARTS = [
  { name: 'server code', args: [nest, 'build', 'renderer'] },
  { name: 'views for the browser', args: viteBuild },
  { name: 'views for the server', args: [...viteBuild, '--ssr'] },
];

async function build() {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const failed = (await Promise.all(PARTS.map(buildPart))).filter(({ code }) => code !== 0);
  if (failed.length > 0) {
    const names = failed.map(({ name }) => name).join(', ');
    throw new Failure(`Not built: ${names}.`, failed.map(({ output }) => output).join('\n'));
  }
  await checkViews();
}

async function buildPart({ name, args }) {
  const env = { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' };
  return { name, ...(await runNode(args, { env })) };
}

await runCommand(async () => {
  await ensureInstalled();
  await step(`Building ${PARTS.map(({ name }) => name).join(', ')}`, () => stampBuild(build));
});
