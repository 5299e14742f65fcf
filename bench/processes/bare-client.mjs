import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, defaultClientConditions } from 'vite';
import { minifyScripts } from '../../apps/renderer/vite/minify-scripts.mjs';
import { root } from '../../scripts/support/root.mjs';

/** Bundles the bare client as production does, in one file. Resolves with its code. */
export async function bundleBareClient() {
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['errata-src', ...defaultClientConditions] },
    plugins: [react(), ...minifyScripts()],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'bench', 'programs', 'bare-client.tsx'),
        output: { codeSplitting: false },
      },
    },
  });
  return output.find(({ isEntry }) => isEntry).code;
}
