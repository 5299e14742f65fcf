import { fieldLimits, type Hiding, readText } from '#events';
import { basename } from 'node:path/posix';
import type { ReceivedAttachment } from '#product/recording/reports';
import {
  declareItems,
  type ItemPlace,
  type ReadItem,
  type SpooledItem,
} from '#product/recording/reports/relay';

const UNNAMED = 'attachment';
const UNTYPED = 'application/octet-stream';
const CONTENT_TYPE = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}$/;
const ATTACHMENT_TYPE = /^[\w.-]{1,64}$/;
const ORDINARY = 'event.attachment';

export const attachmentItems = declareItems({
  list: 'attachments',
  types: { attachment: { kind: 'attachment', read: readAttachment, examples: ['$'] } },
});

function readAttachment(
  item: SpooledItem,
  { report, item: position, hiding }: ItemPlace,
): ReadItem<ReceivedAttachment> {
  const { projectId, eventId, receivedAtMs } = report;
  const attachment = {
    projectId,
    eventId,
    receivedAtMs,
    item: position,
    ...describeAttachment(item, hiding),
    read: item.read,
  };
  return { ok: true, item: attachment };
}

export function describeAttachment(
  { fields, bytes }: Pick<SpooledItem, 'fields' | 'bytes'>,
  hiding: Pick<Hiding, 'hideIn'>,
): Pick<ReceivedAttachment, 'name' | 'contentType' | 'type' | 'bytes'> {
  const { content_type: contentType, attachment_type: type } = fields;
  return {
    name: hiding.hideIn(readName(fields['filename'])),
    contentType: readContentType(contentType),
    type: typeof type === 'string' && ATTACHMENT_TYPE.test(type) ? type : ORDINARY,
    bytes,
  };
}

/**
 * Returns the last part of a POSIX or Windows path. Removes control characters, and bidirectional
 * ones, which can make `gpj.exe` read as `exe.jpg`.
 */
function readName(filename: unknown): string {
  if (typeof filename !== 'string') return UNNAMED;
  const text = filename.slice(-fieldLimits.path).replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '');
  const last = basename(text.replaceAll('\\', '/')).trim();
  return readText(last, fieldLimits.name) ?? UNNAMED;
}

function readContentType(value: unknown): string {
  const [type = ''] = typeof value === 'string' ? value.split(';', 1) : [];
  const plain = type.trim().toLowerCase();
  return CONTENT_TYPE.test(plain) ? plain : UNTYPED;
}
