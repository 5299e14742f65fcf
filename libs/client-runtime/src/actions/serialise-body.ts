import { toSubmittedAddress } from '../address/submitted-address.ts';
import type { Submit } from './submit.ts';

/**
 * A request body. Retries send the same bytes, because the server compares a fingerprint of them
 * under the idempotency key.
 */
export interface SerialisedBody {
  readonly type: string;
  readonly bytes: Blob | string;
  readonly size: number;
}

/**
 * Serialises entries as browsers serialise forms (HTML, "form submission algorithm"). Rejects when
 * a file cannot be read any longer.
 */
export async function serialiseBody({
  entries,
  isMultipart,
}: Pick<Submit, 'entries' | 'isMultipart'>): Promise<SerialisedBody> {
  if (!isMultipart) {
    // The query of a GET form is encoded in the same way.
    const bytes = toSubmittedAddress('x:', 'x:', entries).slice('x:?'.length);
    return { type: 'application/x-www-form-urlencoded', bytes, size: bytes.length };
  }
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  // A `Response` is the only way to have the browser write multipart data. The type comes from its
  // header, because the blob's own type is lower-cased, which breaks the boundary.
  const response = new Response(data);
  const bytes = await response.blob();
  return { type: response.headers.get('Content-Type') as string, bytes, size: bytes.size };
}
