import { to } from '#shared';
import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Section } from '../../../../../ui/section.tsx';
import type { AttachmentItem } from '../../companions/companions.dto.ts';
import { LeftOutNote } from './left-out.tsx';

interface AttachmentsProps {
  readonly attachments: readonly AttachmentItem[] | undefined;
  readonly hasMore: boolean | undefined;
  readonly issueId: number;
}

/** Files that came with the event, to be saved. */
export function Attachments({ attachments, hasMore, issueId }: AttachmentsProps): ReactNode {
  if (!attachments) return null;
  return (
    <Section id="attachments" title="Attachments">
      <ul className="text-sm">
        {attachments.map(({ id, name, contentType, size }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3">
            <Link
              href={to('/issues/:id/attachments/:attachment', { id: issueId, attachment: id })}
              download=""
              className="inline-flex items-center py-0.5 wrap-anywhere pointer-coarse:min-h-11"
            >
              <bdi>{name}</bdi>
            </Link>
            <span className="text-xs wrap-anywhere text-faint">{`${size}, ${contentType}`}</span>
          </li>
        ))}
      </ul>
      <LeftOutNote of={['attachments']} />
      {hasMore && (
        <p className="text-sm text-quiet">{`There are more: these are the first ${attachments.length}.`}</p>
      )}
    </Section>
  );
}
