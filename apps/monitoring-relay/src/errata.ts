import { requireNode } from '#supervision/require-node';

requireNode();
await import('./command-line.ts');
