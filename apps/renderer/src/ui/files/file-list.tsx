import type { Address } from '#shared';
import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { CodeRegion } from '../code-region.tsx';
import { Disclosure } from '../disclosure.tsx';
import type { ListedFile } from './listed-file.ts';

interface FileListProps {
  readonly files: readonly ListedFile[];
  readonly toFile: (id: number) => Address;
  readonly toPreview: (id: number) => Address;
}

export function FileList({ files, toFile, toPreview }: FileListProps): ReactNode {
  return (
    <ul className="text-sm">
      {files.map((file) => (
        <li key={file.id}>
          <div className="flex flex-wrap items-baseline gap-x-3">
            <Link
              href={toFile(file.id)}
              download=""
              className="inline-flex items-center py-0.5 wrap-anywhere pointer-coarse:min-h-11"
            >
              <bdi translate="no">{file.name}</bdi>
            </Link>
            <span className="text-xs wrap-anywhere text-faint">{`${file.size}, ${file.contentType}`}</span>
          </div>
          <Preview file={file} href={toPreview(file.id)} />
        </li>
      ))}
    </ul>
  );
}

function Preview({
  file: { name, preview },
  href,
}: {
  readonly file: ListedFile;
  readonly href: Address;
}): ReactNode {
  if (!preview) return null;
  if (preview.kind === 'link') {
    return (
      <Link
        href={href}
        target="_blank"
        prefetch="none"
        className="inline-flex items-center text-xs pointer-coarse:min-h-11"
      >
        Show<span className="sr-only">{` ${name}`}</span>
      </Link>
    );
  }
  return (
    <Disclosure className="text-xs text-quiet" summary={`Preview of ${name}`}>
      {preview.kind === 'image' ? (
        <img
          src={preview.src}
          alt={name}
          loading="lazy"
          decoding="async"
          className="my-1 max-h-120 max-w-full border border-rule"
        />
      ) : (
        <CodeRegion
          label={`Text of ${name}`}
          className="max-h-80 overflow-auto bg-raised px-3 py-1 font-mono text-xs"
        >
          {preview.text}
        </CodeRegion>
      )}
    </Disclosure>
  );
}
