import type { Submit } from './submit.ts';

/** What is sent, the same bytes whenever it is sent again: what it is known by at the server is made of them. */
export interface SerialisedBody {
  readonly type: string;
  readonly bytes: Blob | string;
  readonly size: number;
}

/** As browsers send forms (HTML, "form submission algorithm"). Rejects when a file cannot be read any longer. */
export async function serialiseBody({
  entries,
  isMultipart,
}: Pick<Submit, 'entries' | 'isMultipart'>): Promise<SerialisedBody> {
  if (!isMultipart) {
    const pairs = entries.map(([name, value]) => [
      toLines(name),
      toLines(typeof value === 'string' ? value : value.name),
    ]);
    const bytes = new URLSearchParams(pairs).toString();
    return { type: 'application/x-www-form-urlencoded', bytes, size: bytes.length };
  }
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  const { headers, ...made } = await toParts(data);
  return { ...made, type: headers.get('Content-Type') as string };
}

async function toParts(data: FormData): Promise<{ headers: Headers; bytes: Blob; size: number }> {
  // The one way to have the browser write it down. Its blob's own type is in lower case, which no boundary is.
  const response = new Response(data);
  const bytes = await response.blob();
  return { headers: response.headers, bytes, size: bytes.size };
}

function toLines(text: string): string {
  return text.replace(/\r\n?|\n/g, '\r\n');
}
