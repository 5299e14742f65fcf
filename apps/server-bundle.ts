import type { UserConfig } from 'vite';

/** Native, or loaded by few services alone. They are found in node_modules. */
const NOT_BUNDLED = ['pg', '@sentry/nestjs'];
/** It extends what is there, and is to do so once. */
const ONCE = ['reflect-metadata'];
/** Nest asks for them, and does without. */
const NOT_INSTALLED = [
  '@nestjs/microservices',
  '@nestjs/microservices/microservices-module.js',
  '@nestjs/websockets/socket-module.js',
  'class-transformer/storage',
];

/** V8 keeps the whole text of a file, in two bytes a character as soon as one of them needs it. */
export const LITTLE_TEXT = { charset: 'ascii', comments: false } as const;

const PACKAGE = /\/node_modules\//;

export interface ServerBundle {
  /** The app's folder of what was built of each source. The bundle takes the place of its entries there. */
  readonly builtFolder: string;
  /** Files of that folder that are loaded by their names, by what they are to be named, without `.js`. */
  readonly entries: Readonly<Record<string, string>>;
  /** Packages that stay in node_modules, besides those that neither app bundles. */
  readonly notBundled: readonly string[];
}

/**
 * Puts what was built of an app, and the packages that it stands on, into a few files: each module for itself costs
 * memory in every thread that loads it, and time at every start (ADR 40). Not minified, so that a stack says where
 * something was met.
 */
export function bundleServer({ builtFolder, entries, notBundled }: ServerBundle): UserConfig {
  return {
    root: import.meta.dirname,
    publicDir: false,
    ssr: {
      noExternal: true,
      external: [...NOT_BUNDLED, ...notBundled, ...ONCE, ...NOT_INSTALLED],
    },
    build: {
      ssr: true,
      outDir: builtFolder,
      emptyOutDir: false,
      minify: false,
      rollupOptions: {
        input: { ...entries },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: toFileName,
          // What several entries share is loaded by none that does without.
          codeSplitting: { groups: [{ name: 'packages', test: PACKAGE, entriesAware: true }] },
          minifyInternalExports: false,
          ...LITTLE_TEXT,
        },
      },
    },
  };
}

/**
 * Without hashes, and by their names: what runs while this builds may load another part of itself. Packages stand in a
 * folder by whose name monitoring and debuggers tell them from our code; Node.js asks no package.json above it what they
 * are.
 */
function toFileName(chunk: { readonly name: string; readonly moduleIds: readonly string[] }) {
  const name = `bundled-${chunk.name.replaceAll('/', '-')}`;
  const isOfPackages = chunk.moduleIds.every((id) => PACKAGE.test(id));
  return isOfPackages ? `node_modules/${name}.mjs` : `${name}.js`;
}
