import { gzipSync } from 'node:zlib';
import { minify as minifyBySwc } from '@swc/core';
import { minify as minifyByOxc } from 'vite';

/**
 * Minifies each script with SWC and with Vite's own minifier, and keeps the result that is smaller
 * after gzip. SWC shrinks our code more, and Vite's minifier shrinks React more. Vite's minifier
 * then runs on the result, which saves another half per cent. The build joins the source maps of
 * both plugins.
 *
 * @returns {import('vite').Plugin[]}
 */
export function minifyScripts() {
  return [
    {
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
        async handler(code, { fileName, moduleIds }, output) {
          const sourcemap = output.sourcemap !== false;
          // An arrow function cannot be called with `new`. Our own code calls classes alone so, but
          // that of packages may call functions.
          const isOurs = !moduleIds.some((id) => id.includes('/node_modules/'));
          const [one, other] = await Promise.all([
            minifyBySwc(code, {
              module: true,
              compress: { passes: 4, const_to_let: false, ecma: 2022, unsafe_arrows: isOurs },
              format: { comments: false },
              sourceMap: sourcemap,
            }),
            minifyByVite(code, fileName, output),
          ]);
          return gzipBytes(one.code) < gzipBytes(other.code) ? one : other;
        },
      },
    },
    {
      name: 'errata:minify-scripts-again',
      apply: 'build',
      renderChunk: {
        order: 'post',
        async handler(code, { fileName }, output) {
          const again = await minifyByVite(code, fileName, output);
          return gzipBytes(again.code) < gzipBytes(code) ? again : undefined;
        },
      },
    },
  ];
}

function minifyByVite(code, fileName, { sourcemap }) {
  const options = { module: true, compress: true, mangle: true, sourcemap: sourcemap !== false };
  return minifyByOxc(fileName, code, options);
}

function gzipBytes(code) {
  return gzipSync(code, { level: 9 }).length;
}
