import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, defaultServerConditions } from 'vite';
import { root } from '../../scripts/support/root.mjs';
import { Server } from './server.mjs';

const programs = join(root, 'bench', 'programs');
/** Below the root, where the bundle finds the packages it imports. */
const outDir = join(root, 'dist', 'bench');
let building;

/** Bundles the bare page server as the views of the renderer are: React stays a package, in production. */
export async function buildBarePages() {
  building ??= build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    ssr: { resolve: { conditions: ['errata-src', ...defaultServerConditions] } },
    build: { ssr: join(programs, 'bare-pages.tsx'), outDir, emptyOutDir: true },
  });
  await building;
  return join(outDir, 'bare-pages.js');
}

/**
 * @param {{ payloadFile: string, databaseFile?: string, port?: number, core?: number }} options
 */
export async function startBarePages({ payloadFile, databaseFile, port = 0, core }) {
  const script = await buildBarePages();
  const args = [script, payloadFile, ...(databaseFile ? [databaseFile] : [])];
  return Server.start(args, { core, settings: { PORT: String(port) } });
}

/** @param {{ databaseFile: string, core?: number }} options */
export function startBareReports({ databaseFile, core }) {
  return Server.start([join(programs, 'bare-reports.mjs'), databaseFile], { core });
}
