import { to } from '#shared';
import type { ReactNode } from 'react';
import { FileList } from '../../../../ui/files/file-list.tsx';
import { FoldSection } from '../../issue-page/views/index.ts';
import type { AttachmentsPartProps } from '../event-attachments.dto.ts';

export function Part(props: AttachmentsPartProps): ReactNode {
  const { attachments, hasMoreAttachments, issueId: id } = props;
  return (
    <FoldSection id="attachments" count={attachments.length} title="Attachments">
      <FileList
        files={attachments}
        toFile={(attachment) => to('/issues/:id/attachments/:attachment', { id, attachment })}
        toPreview={(attachment) =>
          to('/issues/:id/attachments/:attachment/preview', { id, attachment })
        }
      />
      {hasMoreAttachments && (
        <p className="text-sm text-quiet">{`There are more: these are the first ${attachments.length}.`}</p>
      )}
    </FoldSection>
  );
}
