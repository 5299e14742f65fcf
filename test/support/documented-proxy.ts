import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTool } from '../../scripts/support/tools/ensure-tool.mjs';
import { caddy, nginx } from '../../scripts/support/tools/tools.mjs';
import { root } from '../../scripts/support/root.mjs';
import { Program } from '../../scripts/support/program.mjs';
import { eventually } from './eventually.ts';
import { findFreePorts } from './free-ports.ts';
import { ask } from './http.ts';

export interface ProxyDocument {
  /** Relative to `docs/`. */
  readonly name: string;
  readonly address: string;
}

export interface Proxy {
  readonly name: string;
  readonly program: string | undefined;
  readonly language: string;
  readonly toArgs: (folder: string, file: string) => string[];
  readonly toConfiguration: (lines: string, folder: string, port: number) => string;
}

export const proxies: readonly Proxy[] = [
  {
    name: 'nginx',
    program: process.env['ERRATA_NGINX'] || findTool(nginx),
    language: 'nginx',
    toArgs: (folder, file) => ['-p', folder, '-c', file, '-e', 'stderr'],
    toConfiguration: (lines, folder, port) => `
      daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr;
      events {}
      http {
        access_log off;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
          .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
          .join('\n')}
        server {
          listen 127.0.0.1:${port};
          location = /health/live { return 200 'the application'; }
          ${lines}
        }
      }`,
  },
  {
    name: 'Caddy',
    program: process.env['ERRATA_CADDY'] || findTool(caddy),
    language: 'caddyfile',
    toArgs: (_folder, file) => ['run', '--adapter', 'caddyfile', '--config', file],
    toConfiguration: (lines, _folder, port) => `
      {
        admin off
        auto_https off
      }
      http://127.0.0.1:${port} {
        respond /health/live "the application" 200
        ${lines}
      }`,
  },
];

/**
 * Returns the configuration lines that a document gives for a proxy. Throws when the document has
 * none.
 */
export function readProxyLines({ name, address }: ProxyDocument, language: string): string {
  const text = readFileSync(join(root, 'docs', name), 'utf8');
  const lines = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(text)?.[1];
  if (!lines?.includes(address)) throw new Error(`No lines for ${language} in docs/${name}.`);
  return lines;
}

export interface StartedProxy {
  readonly url: string;
  end(): Promise<void>;
}

/**
 * Starts a proxy before `upstream`, with the configuration lines of a document in its server block.
 */
export async function startProxy(
  proxy: Proxy,
  document: ProxyDocument,
  upstream: string,
  givenPort?: number,
): Promise<StartedProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'errata-proxy-'));
  const [port] = givenPort === undefined ? ((await findFreePorts(1)) as [number]) : [givenPort];
  const lines = readProxyLines(document, proxy.language).replaceAll(document.address, upstream);
  const file = join(folder, 'configuration');
  writeFileSync(file, proxy.toConfiguration(lines, folder, port));
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const command = new Program([proxy.program!, ...proxy.toArgs(folder, file)], {
    cwd: folder,
    env: { ...process.env, ...env },
    isGroup: true,
  });
  const url = `http://127.0.0.1:${port}`;
  await eventually(`${proxy.name} to answer`, async () => {
    return (await ask(`${url}/health/live`)).text === 'the application';
  });
  return {
    url,
    end: async () => {
      await command.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
