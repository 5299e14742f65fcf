import { writeZip } from './write-zip.ts';
import type { ZipFile } from './write-zip.ts';

export interface TestBundle {
  readonly release?: string;
  readonly dist?: string;
  readonly files: Readonly<Record<string, TestFile>>;
}

export interface TestFile {
  readonly type: 'minified_source' | 'source_map' | 'source';
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** When absent, the manifest lists a file that the bundle does not contain. */
  readonly body?: string;
}

/** Lists the files of a bundle, in the layout that sentry-cli writes. */
export function packBundle({ files, ...manifest }: TestBundle): ZipFile[] {
  const entries = Object.entries(files);
  const listed = entries.map(([name, file]) => [name, { ...file, body: undefined }]);
  const json = JSON.stringify({ ...manifest, files: Object.fromEntries(listed) });
  return [
    ...entries.flatMap(([name, { body }]) => (body === undefined ? [] : { name, body })),
    { name: 'manifest.json', body: json },
  ];
}

export function bundleOf(
  debugId: string,
  { code = '', map }: { readonly code?: string; readonly map: string },
): Buffer {
  const headers = { 'debug-id': debugId };
  return writeZip(
    packBundle({
      files: {
        '_/_/app.js': { type: 'minified_source', url: '~/app.js', headers, body: code },
        '_/_/app.js.map': { type: 'source_map', url: '~/app.js.map', headers, body: map },
      },
    }),
  );
}
