import { Injectable, Logger } from '@nestjs/common';
import { RendererConfig } from '../../../config/renderer-config.ts';
import type { Access } from '../../people/accounts/index.ts';
import type { McpProtocol } from './mcp-protocol.ts';
import { ToolBox } from './tool-box.ts';

@Injectable()
export class McpService {
  private readonly logger = new Logger('Mcp');
  private protocol?: Promise<McpProtocol>;

  constructor(
    private readonly box: ToolBox,
    private readonly config: RendererConfig,
  ) {}

  async answer(request: Request, body: unknown, access: Access): Promise<Response> {
    this.protocol ??= this.load();
    return (await this.protocol)(request, body, access);
  }

  private async load(): Promise<McpProtocol> {
    const { createProtocol } = await import('./mcp-protocol.ts');
    const { box, logger } = this;
    return createProtocol({
      box,
      version: this.config.version,
      report: (error) => logger.error(error),
      note: (error) => logger.debug(String(error)),
    });
  }
}
