import { NotFoundException, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import type { Download, OpenPreview } from './attachment-files.ts';

/**
 * Sends the file as a download. Anybody who knows a public key can send any file, so browsers must
 * never run a sent file within this origin. Throws `NotFoundException` when `file` is undefined.
 */
export function sendFile(file: Download | undefined, response: Response): StreamableFile {
  if (!file) throw new NotFoundException();
  response.attachment(file.name);
  response.setHeader('Content-Type', 'application/octet-stream');
  return send(file, response);
}

/**
 * Sends an image or a text for display. The headers keep browsers from treating the file as
 * anything else. Throws `NotFoundException` when `file` is undefined.
 */
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
