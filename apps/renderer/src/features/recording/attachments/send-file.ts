import { NotFoundException, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import type { Download, OpenPreview } from './attachment-files.ts';

/**
 * Answers with a file to be saved. Whoever knows a public key can send any file, so that no browser is to run one as part of
 * this origin.
 */
export function sendFile(file: Download | undefined, response: Response): StreamableFile {
  if (!file) throw new NotFoundException();
  response.attachment(file.name);
  response.setHeader('Content-Type', 'application/octet-stream');
  return send(file, response);
}

/** Answers with a picture or the beginning of a text, shown by browsers as that and nothing else. */
export function sendPreview(file: OpenPreview | undefined, response: Response): StreamableFile {
  if (!file) throw new NotFoundException();
  response.setHeader('Content-Disposition', 'inline');
  response.setHeader('Content-Type', file.type);
  return send(file, response);
}

function send(file: Download, response: Response): StreamableFile {
  response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'");
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cache-Control', 'private, no-store');
  return new StreamableFile(file.content, { length: file.bytes });
}
