import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { ActionRefusal } from '../action-refusal.ts';
import { FieldList } from './fields.ts';
import type { Fields } from './fields.ts';
import type { ActionBody, BodyLimits } from './form-body.ts';
import { isShallow } from './json-depth.ts';
import { readMultipart } from './multipart.ts';
import { readBytes } from './read-bytes.ts';

const NOTHING = async (): Promise<void> => undefined;

/**
 * Reads what a form sent: urlencoded, multipart or a JSON object. Rejects with an `ActionRefusal`: 415 for any
 * other type and for compressed bodies, 413 as soon as it is larger than allowed, 400 for what breaks its
 * own format. What is left unread then is for the answer to discard.
 */
export async function readActionBody(request: Request, limits: BodyLimits): Promise<ActionBody> {
  const { 'content-type': header = '', 'content-encoding': encoding = 'identity' } =
    request.headers;
  const [type = ''] = header.toLowerCase().split(';', 1);
  if (encoding.toLowerCase() !== 'identity') {
    throw new ActionRefusal(415, 'A form is not sent compressed.');
  }
  const read = READERS.get(type.trim());
  // A button of its own may have nothing to send.
  if (!read && !(header === '' && !hasBody(request))) {
    throw new ActionRefusal(415, 'A form is sent as a form, or as JSON.');
  }
  if (Number(request.headers['content-length'] ?? 0) > limits.maxBytes) {
    throw new ActionRefusal(413, tooLarge(limits));
  }
  return (read ?? readUrlencoded)(request, limits);
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Says how much would be accepted. */
function tooLarge({ maxBytes }: BodyLimits): string {
  return `This is too large: at most ${maxBytes} bytes are accepted.`;
}

const READERS: ReadonlyMap<string, (request: Request, limits: BodyLimits) => Promise<ActionBody>> =
  new Map([
    ['application/x-www-form-urlencoded', readUrlencoded],
    ['application/json', readJson],
    [
      'multipart/form-data',
      (request: Request, limits: BodyLimits) =>
        readMultipart(request, { ...limits, tooLarge: tooLarge(limits) }),
    ],
  ]);

async function readUrlencoded(request: Request, limits: BodyLimits): Promise<ActionBody> {
  const { text, hash } = await readText(request, limits);
  const list = new FieldList();
  for (const [name, value] of new URLSearchParams(text)) {
    if (!list.add(name, value)) throw new ActionRefusal(413, 'These are too many fields.');
  }
  return { fields: list.toFields(), hash, dispose: NOTHING };
}

async function readJson(request: Request, limits: BodyLimits): Promise<ActionBody> {
  const { text, hash } = await readText(request, limits);
  const fields = parseObject(text);
  if (!fields) throw new ActionRefusal(400, 'This is no JSON object.');
  return { fields, hash, dispose: NOTHING };
}

function parseObject(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && isShallow(value) ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

async function readText(
  request: Request,
  limits: BodyLimits,
): Promise<{ text: string; hash: string }> {
  const bytes = await readBytes(request, limits.maxBytes);
  if (!bytes) throw new ActionRefusal(413, tooLarge(limits));
  return { text: bytes.toString('utf8'), hash: createHash('sha256').update(bytes).digest('hex') };
}
