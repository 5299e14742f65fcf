import { describe, expect, it } from '@jest/globals';
import { documentPayloadId, toPayloadScript } from '#page-protocol';
import { readDocumentPayload } from './document-payload.ts';

function documentWith(textContent: string | null): Document {
  return {
    getElementById: (id: string) => (id === documentPayloadId ? { textContent } : null),
  } as unknown as Document;
}

describe('readDocumentPayload', () => {
  it('reads the payload that the server wrote', () => {
    const payload = { basePath: '/base', page: { segments: [] }, boot: { text: '</script>' } };
    expect(readDocumentPayload(documentWith(toPayloadScript(payload)))).toEqual(payload);
  });

  it('throws when the document has no payload', () => {
    expect(() => readDocumentPayload(documentWith(null))).toThrow('No payload');
    expect(() => readDocumentPayload(documentWith(''))).toThrow('No payload');
  });
});
