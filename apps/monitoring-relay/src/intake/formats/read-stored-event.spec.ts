import { deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { reportLimits } from '#shared';
import { readStoredEvent } from './read-stored-event.ts';

const json = '{"message":"It broke ünexpectedly."}';
const packed = deflateSync(json).toString('base64');

describe('readStoredEvent', () => {
  it.each([
    ['JSON', json],
    ['JSON after blanks', ` \n${json}`],
    ['JSON in base64', Buffer.from(json).toString('base64')],
    ['zlib in base64', packed],
    ['zlib in base64, cut into lines', packed.replaceAll(/.{20}/g, '$&\r\n')],
    ['zlib in the base64 of addresses', deflateSync(json).toString('base64url')],
  ])('reads an event as %s', (_, body) => {
    const read = readStoredEvent(Buffer.from(body));
    expect(read.ok && read.event.toString().trim()).toBe(json);
  });

  it.each([
    ['nothing', ''],
    ['blanks', ' \n'],
    ['text', 'hello, world!'],
    ['base64 of text', Buffer.from('hello').toString('base64')],
    ['zlib that is cut', packed.slice(0, 20)],
    ['blanks without end', `A${' '.repeat(2_000_000)}!`],
  ])('refuses %s as malformed', (_, body) => {
    expect(readStoredEvent(Buffer.from(body))).toMatchObject({ code: 'envelope.malformed' });
  });

  it.each([
    ['JSON', `{"a":"${'x'.repeat(reportLimits.eventBytes)}"}`],
    ['zlib that inflates too far', deflateSync(Buffer.alloc(2_000_000)).toString('base64')],
    ['a bomb', deflateSync(Buffer.alloc(reportLimits.eventBytes + 1)).toString('base64')],
  ])('refuses %s over the limit as too large', (_, body) => {
    expect(readStoredEvent(Buffer.from(body))).toMatchObject({ code: 'report.too_large' });
  });
});
