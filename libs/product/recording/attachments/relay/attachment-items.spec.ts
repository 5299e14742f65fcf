import { describe, expect, it } from '@jest/globals';
import { Hiding } from '#events';
import { describeAttachment } from './attachment-items.ts';

const describeFields = (fields: Record<string, unknown>) =>
  describeAttachment({ fields, bytes: 3 }, new Hiding());

describe('describeAttachment', () => {
  it('keeps name and types that the sender gave', () => {
    const fields = {
      filename: 'crash.dmp',
      content_type: 'Application/X-DMP; charset=binary',
      attachment_type: 'event.minidump',
    };
    expect(describeFields(fields)).toEqual({
      name: 'crash.dmp',
      contentType: 'application/x-dmp',
      type: 'event.minidump',
      bytes: 3,
    });
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\a.txt', 'a.txt'],
    ['a\r\nX-Line: x', 'aX-Line: x'],
    ['\u202egpj.exe', 'gpj.exe'],
    ['\u001b[31mred', '[31mred'],
    [' \u0000 ', 'attachment'],
    ['..', '..'],
    ['', 'attachment'],
    ['dump of AKIAIOSFODNN7EXAMPLE.txt', 'dump of [Filtered].txt'],
    [7, 'attachment'],
    [{}, 'attachment'],
    ['x'.repeat(300), `${'x'.repeat(199)}…`],
  ])('turns the filename %j into the name %j', (filename, name) => {
    expect(describeFields({ filename }).name).toBe(name);
  });

  it.each([[undefined], ['html'], ['text/html\r\nX: y'], [['text/plain']], ['a/b/c']])(
    'ignores the invalid content type %j',
    (type) => {
      const facts = { contentType: 'application/octet-stream', type: 'event.attachment' };
      expect(describeFields({ content_type: type, attachment_type: {} })).toMatchObject(facts);
    },
  );
});
