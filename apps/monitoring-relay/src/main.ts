import { requireNode } from '#supervision/require-node';

requireNode();
await import('./start.ts');
