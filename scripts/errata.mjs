import './support/require-node.mjs';
import { join } from 'node:path';
import { passOn, runBuilt } from './support/built-command.mjs';
import { root } from './support/root.mjs';

const args = process.argv.slice(2);
const relay = join(root, 'apps', 'monitoring-relay', 'src');

if (args.length === 1 && ['help', '--help', '-h'].includes(args[0])) {
  const print = `import(${JSON.stringify(join(relay, 'usage.ts'))}).then(({ USAGE }) => process.stdout.write(USAGE))`;
  await passOn(['--conditions=errata-src', '--eval', print]);
} else {
  await runBuilt(() =>
    passOn([join(root, 'dist', relay.slice(root.length), 'errata.js'), ...args]),
  );
}
