import { gzipSync } from 'node:zlib';
import { minify as minifyBySwc } from '@swc/core';
import { minify as minifyByOxc } from 'vite';

/**
 * Has each script of a build minified by SWC or by Vite's own minifier, whichever makes it smaller on its way
 * (ADR 87): one is better at our code, the other at React's. For the browser build, and for what `bench`
 * compares with it.
 *
 * @returns {import('vite').Plugin}
 */
export function minifyScripts() {
  return {
    name: 'errata:minify-scripts',
    apply: 'build',
    config: () => ({
      build: {
        minify: false,
        cssMinify: true,
        rollupOptions: {
          // Numbers stand where they are used, also in another chunk.
          optimization: { inlineConst: { mode: 'all' } },
          // Else what is minified would be written anew, with spaces.
          output: { minify: false },
        },
      },
    }),
    renderChunk: {
      // What Vite has to say in a chunk it has said by then.
      order: 'post',
      async handler(code, { fileName }, output) {
        const sourcemap = output.sourcemap !== false;
        const [one, other] = await Promise.all([
          minifyBySwc(code, {
            module: true,
            // It would have to be found out where a constant may be a variable, which are written alike then.
            compress: { passes: 4, const_to_let: false },
            format: { comments: false },
            sourceMap: sourcemap,
          }),
          minifyByOxc(fileName, code, { module: true, compress: true, mangle: true, sourcemap }),
        ]);
        return gzipBytes(one.code) < gzipBytes(other.code) ? one : other;
      },
    },
  };
}

function gzipBytes(code) {
  return gzipSync(code, { level: 9 }).length;
}
