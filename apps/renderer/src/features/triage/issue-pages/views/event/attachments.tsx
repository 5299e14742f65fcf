import { to } from '#shared';
import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { CodeRegion } from '../../../../../ui/code-region.tsx';
import { Disclosure } from '../../../../../ui/disclosure.tsx';
import type { AttachmentItem } from '../../companions/companions.dto.ts';
import { FoldSection } from './fold-section.tsx';
import { LeftOutNote } from './left-out.tsx';

interface AttachmentsProps {
  readonly attachments: readonly AttachmentItem[] | undefined;
  readonly hasMore: boolean | undefined;
  readonly issueId: number;
}

/** Files that came with the event: pictures and short texts to be looked at, all to be saved. */
export function Attachments({ attachments, hasMore, issueId }: AttachmentsProps): ReactNode {
  if (!attachments) return null;
  return (
    <FoldSection id="attachments" count={attachments.length} title="Attachments">
      <ul className="text-sm">
        {attachments.map((file) => (
          <li key={file.id}>
            <div className="flex flex-wrap items-baseline gap-x-3">
              <Link
                href={to('/issues/:id/attachments/:attachment', {
                  id: issueId,
                  attachment: file.id,
                })}
                download=""
                className="inline-flex items-center py-0.5 wrap-anywhere pointer-coarse:min-h-11"
              >
                <bdi>{file.name}</bdi>
              </Link>
              <span className="text-xs wrap-anywhere text-faint">{`${file.size}, ${file.contentType}`}</span>
            </div>
            <Preview file={file} issueId={issueId} />
          </li>
        ))}
      </ul>
      <LeftOutNote of={['attachments']} />
      {hasMore && (
        <p className="text-sm text-quiet">{`There are more: these are the first ${attachments.length}.`}</p>
      )}
    </FoldSection>
  );
}

function Preview({
  file: { id, name, preview },
  issueId,
}: {
  readonly file: AttachmentItem;
  readonly issueId: number;
}): ReactNode {
  if (!preview) return null;
  if (preview.kind === 'link') {
    return (
      <Link
        href={to('/issues/:id/attachments/:attachment/preview', { id: issueId, attachment: id })}
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
        // With scripts it is loaded once it is in sight.
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
