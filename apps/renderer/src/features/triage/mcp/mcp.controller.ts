import {
  BadRequestException,
  Controller,
  Delete,
  Get,
  MethodNotAllowedException,
  PayloadTooLargeException,
  Post,
  Req,
  Res,
  UnauthorizedException,
} from '@nestjs/common';
import type { Request as ExpressRequest, Response as ExpressResponse } from 'express';
import { readBytes } from '../../../rendering/index.ts';
import { RendererConfig } from '../../../config/renderer-config.ts';
import { CurrentAccess, ForSignedIn } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { parseJson } from '../../people/api/index.ts';
import { McpService } from './mcp.service.ts';

const MOST_BYTES = 1024 * 1024;
/** Commas and brackets, those of `_meta` included. */
const MOST_VALUES = 1000;
/** Longest name of a method or tool. The protocol repeats these names in its errors. */
const LONGEST_NAME = 100;
/** Batches left the protocol in 2025-06-18. One body could otherwise ask for thousands of answers. */
const NO_BATCH = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_600, message: 'Send one request at a time: batches are not answered.' },
} as const;
const NO_TOKEN = 'Send a token in the header "Authorization: Bearer <token>".';

@Controller('mcp')
@ForSignedIn()
export class McpController {
  constructor(
    private readonly service: McpService,
    private readonly config: RendererConfig,
  ) {}

  @Post()
  async post(
    @CurrentAccess() access: Access,
    @Req() request: ExpressRequest,
    @Res() response: ExpressResponse,
  ): Promise<void> {
    if (!access.isToken) throw new UnauthorizedException(NO_TOKEN);
    const bytes = await readBytes(request, MOST_BYTES);
    if (!bytes) throw new PayloadTooLargeException('The body is larger than 1 MiB.');
    const body = parseJson(bytes, MOST_VALUES);
    if (body === undefined) throw new BadRequestException('The body is not JSON.');
    if (Array.isArray(body)) {
      response.status(400).json(NO_BATCH);
      return;
    }
    if (isListening(body)) throw refuseMethod();
    requireShortNames(body);
    const answer = await this.service.answer(this.toWeb(request), body, access);
    response.status(answer.status);
    for (const [name, value] of answer.headers) response.setHeader(name, value);
    response.setHeader('Cache-Control', 'no-store');
    response.send(Buffer.from(await answer.arrayBuffer()));
  }

  /**
   * Refuses GET, since the server has no streams of notifications. `end` refuses DELETE, since the
   * server has no sessions.
   */
  @Get()
  listen(): never {
    throw refuseMethod();
  }

  @Delete()
  end(): never {
    throw refuseMethod();
  }

  private toWeb({ headers }: ExpressRequest): Request {
    const sent = Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && /^(?:accept|content-type|mcp-[a-z-]+)$/.test(name)
        ? [[name, value] as [string, string]]
        : [],
    );
    return new Request(`${this.config.publicUrl}/mcp`, { method: 'POST', headers: sent });
  }
}

/**
 * `subscriptions/listen` asks for an endless stream of notifications, which the server does not
 * have.
 */
function isListening(body: unknown): boolean {
  return (body as { method?: unknown } | null)?.method === 'subscriptions/listen';
}

function requireShortNames(body: unknown): void {
  const { method = '', params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } };
  const names = [method, params?.name ?? ''];
  if (names.every((name) => typeof name === 'string' && name.length <= LONGEST_NAME)) return;
  throw new BadRequestException(
    `A method or tool has a name of at most ${LONGEST_NAME} characters.`,
  );
}

function refuseMethod(): MethodNotAllowedException {
  return new MethodNotAllowedException('Send requests by POST: this server keeps no sessions.');
}
