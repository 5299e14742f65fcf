import { gzipSync } from 'node:zlib';
import { minify as minifyBySwc } from '@swc/core';
import { minify as minifyByOxc } from 'vite';

/**
 * Minifies each script with SWC and with Vite's own minifier, and keeps the result that is smaller
 * after gzip. SWC shrinks our code more, and Vite's minifier shrinks React more.
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
          // Also inlines constants that another chunk exports.
          optimization: { inlineConst: { mode: 'all' } },
          // Without this option, Rolldown would print the minified code again, with spaces.
          output: { minify: false },
        },
      },
    }),
    renderChunk: {
      // Runs after Vite's own plugins have changed the chunk.
      order: 'post',
      async handler(code, { fileName }, output) {
        const sourcemap = output.sourcemap !== false;
        const [one, other] = await Promise.all([
          minifyBySwc(code, {
            module: true,
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
