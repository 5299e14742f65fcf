import { to } from '#shared';
import type { ReactNode } from 'react';
import { FileList } from '../../../../../ui/files/file-list.tsx';
import type { ListedFile } from '../../../../../ui/files/listed-file.ts';
import { FoldSection } from '../../../../recording/issue-page/views/index.ts';

interface AttachmentsProps {
  readonly attachments: readonly ListedFile[] | undefined;
  readonly hasMore: boolean | undefined;
  readonly issueId: number;
}

export function Attachments({ attachments, hasMore, issueId: id }: AttachmentsProps): ReactNode {
  if (!attachments) return null;
  return (
    <FoldSection id="attachments" count={attachments.length} title="Attachments">
      <FileList
        files={attachments}
        toFile={(attachment) => to('/issues/:id/attachments/:attachment', { id, attachment })}
        toPreview={(attachment) =>
          to('/issues/:id/attachments/:attachment/preview', { id, attachment })
        }
      />
      {hasMore && (
        <p className="text-sm text-quiet">{`There are more: these are the first ${attachments.length}.`}</p>
      )}
    </FoldSection>
  );
}
