import { requireNode } from '#supervision/require-node';

requireNode();
const { isServerCommand, runServerCommand } = await import('#command-line');
const args = process.argv.slice(2);
if (isServerCommand(args)) process.exitCode = await runServerCommand(args, process.env);
else await import('./command-line.ts');
