import { basename } from 'node:path';
import { MIMEType } from 'node:util';
import type { Request } from 'express';
import { ActionRefusal } from '../action-refusal.ts';
import { FieldList } from './fields.ts';
import type { Fields } from './fields.ts';
import { findExcess, MOST_FIELDS } from './json-excess.ts';
import { readBytes } from './read-bytes.ts';
import { UploadedFile } from './uploaded-file.ts';

export interface ActionBody {
  readonly fields: Fields;
  readonly bytes: Uint8Array;
}

interface BodyLimits {
  readonly maxBytes: number;
  readonly files: boolean;
}

/**
 * Reads a urlencoded, multipart or JSON body. Rejects with an `ActionRefusal`: 415 for any other
 * type and for compressed bodies, 413 as soon as the body is too large, 400 for a malformed body.
 * After a refusal the caller must discard the unread rest of the body.
 */
export async function readActionBody(request: Request, limits: BodyLimits): Promise<ActionBody> {
  const { 'content-type': header = '', 'content-encoding': encoding = 'identity' } =
    request.headers;
  const [type = ''] = header.toLowerCase().split(';', 1);
  if (encoding.toLowerCase() !== 'identity') {
    throw new ActionRefusal(415, 'A form is not sent compressed.');
  }
  const read = READERS.get(type.trim());
  // A form with only a button may send no body.
  if (!read && !(header === '' && !hasBody(request))) {
    throw new ActionRefusal(415, 'A form is sent as a form, or as JSON.');
  }
  if (Number(request.headers['content-length'] ?? 0) > limits.maxBytes) {
    throw new ActionRefusal(413, tooLarge(limits));
  }
  return (read ?? readUrlencoded)(request, limits);
}

/** Commas and brackets of a JSON form. */
const MOST_VALUES = 10_000;
const TOO_MANY = 'The form has too many fields.';

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function tooLarge({ maxBytes }: BodyLimits): string {
  return `The form is too large: at most ${maxBytes} bytes are accepted.`;
}

const READERS: ReadonlyMap<string, (request: Request, limits: BodyLimits) => Promise<ActionBody>> =
  new Map([
    ['application/x-www-form-urlencoded', readUrlencoded],
    ['application/json', readJson],
    ['multipart/form-data', readMultipart],
  ]);

async function readUrlencoded(request: Request, limits: BodyLimits): Promise<ActionBody> {
  const bytes = await readWhole(request, limits);
  requireFew(bytes, '&');
  return { fields: toFields(new URLSearchParams(bytes.toString('utf8'))), bytes };
}

async function readMultipart(request: Request, limits: BodyLimits): Promise<ActionBody> {
  const bytes = await readWhole(request, limits);
  const values: (readonly [name: string, value: string | UploadedFile])[] = [];
  for (const [name, value] of await parseMultipart(request, bytes)) {
    if (typeof value === 'string') values.push([name, value]);
    // An empty file input arrives as a file without a name.
    else if (value.name !== '') values.push([name, await toUploaded(value)]);
  }
  if (!limits.files && values.some(([, value]) => value instanceof UploadedFile)) {
    throw new ActionRefusal(415, 'This form takes no files.');
  }
  return { fields: toFields(values), bytes };
}

async function parseMultipart({ headers }: Request, bytes: Buffer): Promise<FormData> {
  const header = headers['content-type'] ?? '';
  try {
    requireFew(bytes, `--${new MIMEType(header).params.get('boundary')}`);
    const type = { 'Content-Type': header };
    return await new Response(new Uint8Array(bytes), { headers: type }).formData();
  } catch (error) {
    if (error instanceof ActionRefusal) throw error;
    throw new ActionRefusal(400, 'This form cannot be read.');
  }
}

/** `URLSearchParams` takes seconds for a form of half a million fields. */
function requireFew(bytes: Buffer, separator: string): void {
  // A boundary also stands before the first part and behind the last.
  const most = MOST_FIELDS + 2;
  const pieces = bytes.toString('latin1').split(separator, most + 1);
  if (pieces.length > most) throw new ActionRefusal(413, TOO_MANY);
}

async function toUploaded(file: File): Promise<UploadedFile> {
  const { name, type } = file;
  const content = Buffer.from(await file.arrayBuffer());
  return Object.assign(new UploadedFile(), { name: basename(name), type, content });
}

function toFields(values: Iterable<readonly [name: string, value: unknown]>): Fields {
  const list = new FieldList();
  for (const [name, value] of values) {
    if (!list.add(name, value)) throw new ActionRefusal(413, TOO_MANY);
  }
  return list.toFields();
}

async function readJson(request: Request, limits: BodyLimits): Promise<ActionBody> {
  const bytes = await readWhole(request, limits);
  const text = bytes.toString('utf8');
  const excess = findExcess(text, MOST_VALUES);
  if (excess) throw new ActionRefusal(excess.status, excess.message);
  const fields = parseObject(text);
  if (!fields) throw new ActionRefusal(400, 'The body is not a JSON object.');
  return { fields, bytes };
}

function parseObject(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

async function readWhole(request: Request, limits: BodyLimits): Promise<Buffer> {
  const bytes = await readBytes(request, limits.maxBytes);
  if (!bytes) throw new ActionRefusal(413, tooLarge(limits));
  return bytes;
}
