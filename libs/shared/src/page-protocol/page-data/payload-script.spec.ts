import { describe, expect, it } from '@jest/globals';
import { toPayloadScript } from './document-payload.ts';

describe('toPayloadScript', () => {
  it.each(['</script>', '<!--', '<script', '\u2028\u2029', '"\\', '😀'])(
    'carries %j through a script element unchanged',
    (text) => {
      const script = toPayloadScript({ text });
      expect(script).not.toMatch(/[<\u2028\u2029]/);
      expect(JSON.parse(script)).toEqual({ text });
    },
  );
});
