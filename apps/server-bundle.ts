import type { UserConfig } from 'vite';

/**
 * Packages that are native or that only few services load. Node.js loads them from node_modules.
 */
const NOT_BUNDLED = ['pg', '@sentry/nestjs'];
/** `reflect-metadata` extends the global `Reflect`, so the process must load only one copy. */
const ONCE = ['reflect-metadata'];
/** Nest tries to load these packages and works without them. */
const NOT_INSTALLED = [
  '@nestjs/microservices',
  '@nestjs/microservices/microservices-module.js',
  '@nestjs/websockets/socket-module.js',
  'class-transformer/storage',
];

/**
 * V8 keeps the text of every loaded file, in two bytes a character once a single character is
 * beyond Latin-1. ASCII text without comments takes less memory.
 */
export const LITTLE_TEXT = { charset: 'ascii', comments: false } as const;

const PACKAGE = /\/node_modules\//;

export interface ServerBundle {
  /** Folder with the built modules of the app. The bundle overwrites the entries in this folder. */
  readonly builtFolder: string;
  /** Files that are loaded by name. Each key is the output name without `.js`. */
  readonly entries: Readonly<Record<string, string>>;
  /** Packages that stay in node_modules in this app alone. */
  readonly notBundled: readonly string[];
}

/**
 * Bundles the built modules of an app and its packages into a few files. Separate modules cost
 * memory in every thread that loads them, and time at every start. The output is not minified, so
 * that stack traces stay readable.
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
          // Packages are split by the entries that need them, so that no entry loads a package
          // without using it.
          codeSplitting: { groups: [{ name: 'packages', test: PACKAGE, entriesAware: true }] },
          minifyInternalExports: false,
          ...LITTLE_TEXT,
        },
      },
    },
  };
}

/**
 * Names have no hash, because a running server may load another chunk while a build replaces the
 * files. Packages go into a folder called `node_modules`, by which monitoring and debuggers tell
 * them from the app's code. Node.js reads no package.json above such a folder, therefore these
 * files end in `.mjs`.
 */
function toFileName(chunk: { readonly name: string; readonly moduleIds: readonly string[] }) {
  const name = `bundled-${chunk.name.replaceAll('/', '-')}`;
  const isOfPackages = chunk.moduleIds.every((id) => PACKAGE.test(id));
  return isOfPackages ? `node_modules/${name}.mjs` : `${name}.js`;
}
