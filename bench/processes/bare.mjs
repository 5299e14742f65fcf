import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, defaultServerConditions } from 'vite';
import { root } from '../../scripts/support/root.mjs';
import { launchServer } from './errata.mjs';

const programs = join(root, 'bench', 'programs');
/** The folder is below the root, so that the bundle finds the packages it imports. */
const outDir = join(root, 'dist', 'bench');
let building;

/** @param {{ payloadFile: string, core?: number }} options */
export async function startBarePages({ payloadFile, core }) {
  await buildPrograms();
  return launchServer([join(outDir, 'bare-pages.js'), payloadFile], { core }).untilReady();
}

/**
 * Bundles the bare page server and the plain table as the renderer's views are bundled: for
 * production, with React as an external package. Resolves with the folder of `plain-views.js`.
 */
export async function buildPrograms() {
  building ??= build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    ssr: { resolve: { conditions: ['errata-src', ...defaultServerConditions] } },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        input: ['bare-pages', 'plain-views'].map((name) => join(programs, `${name}.tsx`)),
      },
    },
  });
  await building;
  return outDir;
}

/** @param {{ databaseFile: string, core?: number }} options */
export function startBareReports({ databaseFile, core }) {
  return launchServer([join(programs, 'bare-reports.mjs'), databaseFile], { core }).untilReady();
}
