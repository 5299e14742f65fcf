export { McpModule } from './mcp.module.ts';
