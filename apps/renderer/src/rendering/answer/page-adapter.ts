import type { Response } from 'express';
import { ServerAdapter } from '#http';
import { encodeText } from './encode-text.ts';

/** Express, with a faster way for what pages are answered with: text whose type, with its charset, is set already. */
export class PageAdapter extends ServerAdapter {
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (typeof body !== 'string' || !isUtf8(response)) {
      return super.reply(response, body, statusCode);
    }
    if (statusCode !== undefined) response.status(statusCode);
    return response.send(encodeText(body));
  }
}

function isUtf8(response: Response): boolean {
  return String(response.getHeader('Content-Type')).endsWith('charset=utf-8');
}
