import { fieldLimits, type Hiding, readText } from '#events';
import { basename } from 'node:path/posix';
import type { ReceivedAttachment } from '#product/recording/reports';
import type { SpooledItem } from '../spooled-envelope.ts';
import type { ItemPlace, Made } from './made.ts';

/** What it is called that its sender gave no name. */
const UNNAMED = 'attachment';
const UNTYPED = 'application/octet-stream';
/** A type and subtype (RFC 9110, 8.3.1), without parameters. */
const CONTENT_TYPE = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}$/;
const ATTACHMENT_TYPE = /^[\w.-]{1,64}$/;
const ORDINARY = 'event.attachment';

export function makeAttachment(
  item: SpooledItem,
  { report, item: position, hiding }: ItemPlace,
): Made {
  const { projectId, eventId, receivedAtMs } = report;
  const attachment = {
    projectId,
    ...(eventId === undefined ? {} : { eventId }),
    receivedAtMs,
    item: position,
    ...describeAttachment(item, hiding),
    read: item.read,
  };
  return { ok: true, attachment };
}

/** What is written down of an attachment: its header's facts, https://develop.sentry.dev/sdk/data-model/envelope-items/ */
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

/** The last part of a path of either kind, without what controls a terminal, or has `gpj.exe` read as `exe.jpg`. */
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
