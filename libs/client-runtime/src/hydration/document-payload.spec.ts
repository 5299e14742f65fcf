import { describe, expect, it } from '@jest/globals';
import { documentPayloadId, toPayloadScript } from '#page-protocol';
import { readDocumentPayload } from './document-payload.ts';

function documentWith(textContent: string): Document {
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
    const bare = { getElementById: () => null } as unknown as Document;
    expect(() => readDocumentPayload(bare)).toThrow(SyntaxError);
    expect(() => readDocumentPayload(documentWith(''))).toThrow(SyntaxError);
  });
});
