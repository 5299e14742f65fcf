import { documentPayloadId } from '#shared';
import type { DeferredDatum, DocumentPayload, PageData } from '#shared';

export function payloadOf(html: string): DocumentPayload {
  const script = new RegExp(`id="${documentPayloadId}">(?<json>.*?)</script>`, 's').exec(html);
  return JSON.parse(script?.groups?.['json'] ?? '') as DocumentPayload;
}

/** Returns the data that a streamed document pushed after its shell. */
export function lateDataOf(html: string): DeferredDatum[] {
  return [
    ...html.matchAll(/pageDeferred\?\?=\[\]\)\.push\(JSON\.parse\((?<json>.*?)\)\)<\/script>/gs),
  ].map(({ groups }) => JSON.parse(JSON.parse(groups?.['json'] ?? '') as string) as DeferredDatum);
}

export function linesOf(text: string): [page: PageData, ...late: DeferredDatum[]] {
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as unknown) as ReturnType<typeof linesOf>;
}

export function viewsOf({ segments }: PageData): string[] {
  return segments.map(({ view }) => view);
}
